/** Programs of the tree, by their path in it; the others are run as threads, from where their starters look. */
export const programs = {
  tallystick: 'tools/src/prebuilt/tallystick.ts',
  'store/src/pglite-worker': 'store/src/pglite-worker.ts',
  'releases/registry/src/source-maps/map-worker': 'releases/registry/src/source-maps/map-worker.ts',
  'releases/site/src/rendering/render-process': 'releases/site/src/rendering/render-process.ts',
};
/** It finds files beside its own, so it stays a package. */
export const keptPackage = '@electric-sql/pglite';

export const helpTexts = ['backend/src/cli/help', 'operations/help'];
/** Files and folders that programs look for at run time, at the same path as in the sources. */
export const copied = [
  ...helpTexts,
  'releases/site/dist',
  'releases/site/src/rendering/sandbox/enter.sh',
  'releases/console/dist',
  'LICENSE',
];
