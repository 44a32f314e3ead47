import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserType } from '@playwright/test';
import { failure, type OrFailure } from '../../outcome.ts';

/** What a team may have; the kit brings none, for a browser's driver is larger than all of it. */
const packages = ['playwright-core', 'playwright', '@playwright/test'];

/**
 * Starts Chromium by the Playwright that one of `folders` can import, the first that has one.
 *
 * @param executable the browser's file; undefined: the one that Playwright has installed
 */
export async function startChromium(
  folders: readonly string[],
  executable: string | undefined,
): Promise<OrFailure<Browser>> {
  const chromium = await findPlaywright(folders);
  if (chromium === null) {
    const next = 'Add it where the remote is: npm install --save-dev @playwright/test.';
    return failure('invalid', 'There is no Playwright here, which opens the pages.', next);
  }
  try {
    const value = await chromium.launch(
      executable === undefined ? {} : { executablePath: executable },
    );
    return { ok: true, value };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const next = 'Install one: npx playwright install chromium. Or name yours in CHROMIUM_PATH.';
    return failure('invalid', `Chromium does not start: ${line}`, next);
  }
}

async function findPlaywright(folders: readonly string[]): Promise<BrowserType | null> {
  for (const folder of folders) {
    const require = createRequire(join(folder, 'package.json'));
    for (const name of packages) {
      const file = resolved(require, name);
      if (file === null) continue;
      const module: unknown = await import(/* webpackIgnore: true */ pathToFileURL(file).href);
      const found = chromiumOf(module) ?? chromiumOf(memberOf(module, 'default'));
      if (found !== null) return found;
    }
  }
  return null;
}

function resolved(require: NodeJS.Require, name: string): string | null {
  try {
    return require.resolve(name);
  } catch {
    return null;
  }
}

function chromiumOf(module: unknown): BrowserType | null {
  const chromium = memberOf(module, 'chromium');
  return isBrowserType(chromium) ? chromium : null;
}

function isBrowserType(value: unknown): value is BrowserType {
  return typeof memberOf(value, 'launch') === 'function';
}

function memberOf(value: unknown, name: string): unknown {
  // What `@playwright/test` exports is its function `test`.
  const hasMembers = typeof value === 'function' || (typeof value === 'object' && value !== null);
  return hasMembers ? Reflect.get(value, name) : undefined;
}
