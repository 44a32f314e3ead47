import type { Page } from '@playwright/test';

const rendered = /<div id="root" data-rendered=.*(?=\n<p id="as-it-came")/s;
const answers = /<script type="application\/json" id="answers">.*?<\/script>/s;
const styles =
  /<style data-href="\/artifacts\/mfe-.*?<\/style>|<link rel="preload" as="style"[^>]* href="\/artifacts\/mfe-[^>]*>/gs;

/**
 * A page as the site server sends it while it does not come to be rendered: without content, answers and the styles of
 * its remote.
 */
export const withoutContent = (html: string): string =>
  html.replace(rendered, '<div id="root"></div>').replace(answers, '').replaceAll(styles, '');

/** From now on this tab's browser draws each page, also where the site server has rendered it. */
export async function drawnByBrowser(page: Page): Promise<void> {
  // A page that a test answers comes from nowhere, and may not call this machine unasked.
  await page.context().grantPermissions(['local-network-access']);
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: withoutContent(await answer.text()) });
  });
}
