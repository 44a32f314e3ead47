// Testing Library gives a page one second: too little on a machine that is busy with other things.
// Tests without a document do not pay for it.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
}

export {};
