import type { Browser, Locator, Page } from '@playwright/test';
import * as v from 'valibot';
import { listenToPage } from './listen-to-page.ts';
import { handOnRefusals, type Refusal, refusalSchema } from './policy.ts';
import type { Looked, SeenPage } from './seen-page.ts';

/** What must have a name. */
const named = ['button', 'link', 'textbox', 'combobox', 'checkbox', 'radio', 'img'] as const;
const binding = 'handOnRefusal';
/** Milliseconds that a page has, once it shows, to ask for what it shows later. */
const settleMs = 1_500;

/** Opens a page of a remote in a browser that has never seen the site. */
export async function lookAtPage(
  browser: Browser,
  path: string,
  looked: Looked,
): Promise<SeenPage> {
  const { app, build, url, timeoutMs } = looked;
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const refused: Refusal[] = [];
  await context.exposeFunction(binding, (told: unknown) => {
    const parsed = v.safeParse(refusalSchema, told);
    if (parsed.success) refused.push(parsed.output);
  });
  await context.addInitScript(handOnRefusals(binding));
  try {
    const page = await context.newPage();
    const heard = listenToPage(page, looked);
    const zone = page.locator(`[data-part="${app}"][data-build="${build}"]`).first();
    const notice = page.getByRole('main').getByRole('alert').first();
    const began = performance.now();
    const problem = await openPage(page, url + path, timeoutMs);
    const isThere = problem === null && (await appears(zone.or(notice).first(), timeoutMs));
    const took = Math.round(performance.now() - began);
    if (isThere) await page.waitForLoadState('networkidle', { timeout: settleMs }).catch(ignored);
    const isShown = await zone.isVisible();
    return {
      ...{ path, took, refused },
      shown: isShown || { notice: problem ?? (await textOf(notice)) },
      nameless: isShown ? await namelessIn(zone) : [],
      ...(await heard()),
    };
  } finally {
    await context.close();
  }
}

/** Opens an address; answers why that failed, or null. */
export async function openPage(
  page: Page,
  address: string,
  timeout: number,
): Promise<string | null> {
  try {
    await page.goto(address, { waitUntil: 'commit', timeout });
    return null;
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return line;
  }
}

/** Whether something is seen within so many milliseconds. */
export async function appears(what: Locator, timeout: number): Promise<boolean> {
  try {
    await what.waitFor({ state: 'visible', timeout });
    return true;
  } catch {
    return false;
  }
}

async function textOf(notice: Locator): Promise<string> {
  if (!(await notice.isVisible())) return '';
  return (await notice.allInnerTexts()).join(' ').replaceAll(/\s+/g, ' ').trim();
}

async function namelessIn(zone: Locator): Promise<string[]> {
  const found = await Promise.all(
    named.map((role) =>
      zone
        .getByRole(role, { name: /^\s*$/ })
        .evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML)),
    ),
  );
  return found.flat().map((markup) => markup.replaceAll(/\s+/g, ' ').slice(0, 80));
}

function ignored(): void {}
