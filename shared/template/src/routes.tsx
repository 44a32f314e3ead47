import type { RouteModules } from '@tallystick/shared/contracts/route-module';
import { loadPage } from './load-page.ts';
import { Page } from './page.tsx';

/** The pages, by the paths that remote.json declares. */
export const routes: RouteModules = {
  '/placeholder': { Component: Page, loader: loadPage },
};
