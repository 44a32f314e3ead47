import { earlierRoutes, earlierWidget } from './earlier-content.tsx';
import { earlierShares } from './earlier-shares.ts';

/** What comes with the first build that asks for the earlier React, in one file. */
export const late = { earlierRoutes, earlierShares, earlierWidget };
