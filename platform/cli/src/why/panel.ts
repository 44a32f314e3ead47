import { startChromium } from '../check/browser/find-chromium.ts';
import { appears, openPage } from '../check/browser/look-at-page.ts';
import { failure, type OrFailure } from '../outcome.ts';

interface PanelParts {
  /** Address of the site, without a slash at its end. */
  readonly site: string;
  readonly path: string;
  readonly app: string;
  /** Where a Playwright may be. */
  readonly folders: readonly string[];
  /** The browser's file; undefined: Playwright's own. */
  readonly executable: string | undefined;
}

/** Milliseconds for the page, and again for what it shows; then for what it asks for later. */
const timeoutMs = 10_000;
const settleMs = 1_500;

/** Opens a page of a site in a browser that has never seen it; answers what it says of why it runs what it runs. */
export async function readPanel(parts: PanelParts): Promise<OrFailure<string>> {
  const { site, path, app, folders, executable } = parts;
  const started = await startChromium(folders, executable);
  if (!started.ok) return started;
  try {
    const context = await started.value.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const problem = await openPage(page, `${site}${path}#why=${app}`, timeoutMs);
    if (problem !== null) return failure('unreachable', problem);
    const part = page.locator(`[data-part="${app}"], main [role=alert]`).first();
    await appears(part, timeoutMs);
    await page.waitForLoadState('networkidle', { timeout: settleMs }).catch(() => {});
    const text = page.getByRole('dialog').locator('pre');
    const value = await text.textContent({ timeout: timeoutMs }).catch(() => null);
    if (value !== null) return { ok: true, value };
    return failure('invalid', `${path} does not say it: its shell is of an earlier kit.`);
  } finally {
    await started.value.close();
  }
}
