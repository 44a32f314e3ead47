const hash = `sha384-${'A'.repeat(64)}`;

/** What costs much to read of 10 to 18 MB, as an `artifact.json`. */
export const largeArtifacts: readonly (() => string)[] = [
  () => JSON.stringify({ files: record(200_000, hash) }),
  () => JSON.stringify({ files: record(1_000_000, 'x') }),
  () => `${'['.repeat(9_000_000)}${']'.repeat(9_000_000)}`,
  () => JSON.stringify({ declaration: { routes: Array(5_000_000).fill(0) } }),
];

/** A question of 2 MB, as `can-ship` takes one from any token. */
export const largeQuestion = `{"unpublished":[${'0,'.repeat(1_000_000)}0]}`;

function record(size: number, value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: size }, (_, n) => [`f${n}`, value]));
}
