/** Programs of the tree, by their path in it; the others are loaded or run as threads, from where their starters look. */
export const programs = {
  tallystick: 'tools/src/prebuilt/tallystick.ts',
  'site.config': 'site.config.ts',
  'platform/registry/parts/errors/source-maps/map-worker':
    'platform/registry/parts/errors/source-maps/map-worker.ts',
  'platform/site/src/rendering/render-process': 'platform/site/src/rendering/render-process.mjs',
};

/** Files and folders that programs look for at run time, at the same path as in the sources. */
export const copied = [
  'platform/site/dist',
  'platform/site/src/rendering/sandbox/enter.sh',
  'platform/store/src/local-server/supervise.sh',
  'platform/console/dist',
  'LICENSE',
];
