import type { LateLook } from '@tallystick/shell-kit/shell';
import { Notices } from './notices/notices.tsx';
import { PreviewBanner } from './preview/preview-banner.tsx';

/** Comes once the first page is there. */
export const lateLook: LateLook = { Notices, PreviewBanner };
