import * as composition from '../composition/composition.tsx';
import * as router from '../router/router.ts';
import { bundled } from './bundled.ts';
import type { EarlierReactParts } from './earlier-code.ts';
import { earlierCode } from './earlier-code.ts';

/** An earlier React as a shell brings it, though it is bundled with the page's. */
export const testEarlierReact: EarlierReactParts = {
  version: '18.3.1',
  load: async () => earlierCode({ ...bundled, boundToReact: { composition, router } }),
};
