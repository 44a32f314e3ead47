import type { Page } from '@playwright/test';
import type { Layout } from '@tallystick/shared/contracts/remote';

/**
 * Makes every page that this tab loads from now on believe that the route `path` declares `layout`:
 * it changes the release document in the page before the shell reads it. The last call counts.
 */
export async function declareLayout(page: Page, path: string, layout: Layout): Promise<void> {
  await page.addInitScript(
    (declared) => {
      // Before any deferred script runs.
      document.addEventListener('readystatechange', () => {
        const element = document.getElementById('release');
        if (document.readyState !== 'interactive' || element === null) return;
        const release = JSON.parse(element.textContent ?? '');
        for (const { declaration } of release.remotes) {
          for (const route of declaration.routes) {
            if (route.path === declared.path) route.layout = declared.layout;
          }
        }
        element.textContent = JSON.stringify(release);
      });
    },
    { path, layout },
  );
}
