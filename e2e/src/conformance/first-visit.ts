import type { Page } from '@playwright/test';
import { openFollowing } from '../house/release-site.ts';
import { scriptsDuring, type Visit } from './running-code.ts';
import { inNewBrowser, type Stage, type Subject, ship, type Which } from './subject.ts';

/**
 * Opens the page of a subject's first build in a browser that has never seen the site, and waits
 * for `look`. It does so once, for all checks of what such a page loads and runs.
 */
export async function firstVisit(
  subject: Subject,
  stage: Stage,
  look: (page: Page, subject: Subject, which: Which) => Promise<void>,
): Promise<Visit> {
  subject.visit ??= await inNewBrowser(stage, async (page) => {
    await ship(stage, subject, 'one');
    const base = `/artifacts/${subject.app}/${subject.builds.one}/`;
    const paths = new Set<string>();
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith(base) && /\.(m?js|css)$/.test(pathname)) {
        paths.add(pathname.slice(base.length));
      }
    });
    const scripts = await scriptsDuring(page, async () => {
      // What follows the channel is the last that a page loads by itself.
      await openFollowing(page, stage.house.siteUrl + subject.path);
      await look(page, subject, 'one');
    });
    return { scripts, files: [...paths] };
  });
  return subject.visit;
}
