/** Programs of the tree, by their path in it; the others are run as threads, from where their starters look. */
export const programs = {
  tallystick: 'tools/src/prebuilt/tallystick.ts',
  'releases/registry/src/source-maps/map-worker': 'releases/registry/src/source-maps/map-worker.ts',
  'releases/site/src/rendering/render-process': 'releases/site/src/rendering/render-process.mjs',
};

export const helpTexts = ['backend/src/cli/help', 'operations/help'];
/** Files and folders that programs look for at run time, at the same path as in the sources. */
export const copied = [
  ...helpTexts,
  'releases/site/dist',
  'releases/site/src/rendering/sandbox/enter.sh',
  'store/src/local-server/supervise.sh',
  'releases/console/dist',
  'LICENSE',
];
