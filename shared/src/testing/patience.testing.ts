// Testing Library gives a page one second: too little on a machine that is busy with other things.
// Tests without a document do not pay for it.
if (typeof document !== 'undefined') {
  const { configure, getConfig } = await import('@testing-library/react');
  const { asyncWrapper } = getConfig();
  const { setImmediate: turn } = globalThis;
  configure({
    asyncUtilTimeout: 60_000,
    // React runs effects a turn after it has drawn: what has been found listens before the test goes on.
    asyncWrapper: (wait) =>
      asyncWrapper(async () => {
        const found = await wait();
        await new Promise((resolve) => turn(resolve));
        return found;
      }),
  });
}

export {};
