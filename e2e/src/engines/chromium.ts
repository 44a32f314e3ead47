import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { fewerFeatures } from '../house/browser-features.ts';
import type { Browser, EngineOptions } from './engine.ts';

/** Chromium by Playwright, as all other tests have it. */
export async function openChromium({ proxy }: EngineOptions): Promise<Browser> {
  const { CHROMIUM_PATH: executablePath } = process.env;
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    ...(proxy === undefined ? {} : { proxy: { server: proxy, bypass: '<-loopback>' } }),
    args: [fewerFeatures],
  });
  // As in the other engines: the tests' own settings, which are for Playwright's pages, block them here, too.
  const page = await browser.newPage({ serviceWorkers: 'allow' });
  const downloads = await mkdtemp(join(tmpdir(), 'tallystick-downloads-'));
  page.on('download', (file) => file.saveAs(join(downloads, file.suggestedFilename())));
  return {
    downloads,
    goto: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate(expression),
    async click(selector) {
      if ((await page.locator(selector).count()) === 0) throw new Error('There is none');
      await page.locator(selector).first().click();
    },
    type: (text) => page.keyboard.type(text),
    text: () => page.evaluate("document.body?.innerText ?? ''").then(String),
    async close() {
      await browser.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}
