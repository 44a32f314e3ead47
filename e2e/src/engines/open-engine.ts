import type { TestInfo } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { openChromium } from './chromium.ts';
import type { Browser, Engine, EngineOptions } from './engine.ts';
import { openFirefox, whyNoFirefox } from './firefox.ts';
import { openWebKit, whyNoWebKit } from './webkit.ts';

/** A change is tried in one, a proof in all. */
export const engines: readonly Engine[] = proving
  ? ['chromium', 'firefox', 'webkit']
  : ['chromium'];

/** Ends a test that needs an engine which is not here, and says so: it is skipped. */
export function skipWithout(engine: Engine, information: TestInfo): void {
  const missing = { chromium: () => null, firefox: whyNoFirefox, webkit: whyNoWebKit }[engine]();
  if (missing === null) return;
  console.log(`skipped: ${missing}`);
  information.skip(true, missing);
}

/** Opens a browser of an engine: one that this machine has, without a window. */
export async function openEngine(engine: Engine, options: EngineOptions = {}): Promise<Browser> {
  return await { chromium: openChromium, firefox: openFirefox, webkit: openWebKit }[engine](
    options,
  );
}
