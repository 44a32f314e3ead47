import type { EarlierReactParts } from '@tallystick/shell-kit/earlier-react';

/** React of the major before the page's, for builds of remotes that were made with it. */
export const earlierReact: EarlierReactParts = {
  version: '18.3.1',
  load: async () => (await import('./late.ts')).late,
};
