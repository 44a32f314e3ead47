import type { RouteModules } from '@tallystick/shared/contracts/route-module';
import { loadPage, Page } from './page.tsx';

/** The pages, by the paths that remote.json declares. */
export const routes: RouteModules = {
  '/placeholder': { Component: Page, loader: loadPage },
};
