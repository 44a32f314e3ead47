import { readFile, writeFile } from 'node:fs/promises';
import { chromium, expect, test } from '@playwright/test';
import { fewerFeatures } from './house/browser-features.ts';

/** The features that the last such word turns off, since Chromium reads only the last one. */
const turnedOff = (words: readonly string[]) =>
  words
    .findLast((word) => word.startsWith('--disable-features='))
    ?.split('=')[1]
    ?.split(',') ?? [];

test('what Playwright turns off in the browser stays off', async () => {
  const heard = test.info().outputPath('words');
  const program = test.info().outputPath('browser.sh');
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${heard}'\n`, { mode: 0o755 });
  await chromium.launch({ executablePath: program, args: [] }).catch(() => null);
  const byPlaywright = turnedOff((await readFile(heard, 'utf8')).split('\n'));
  expect(byPlaywright).toContain('HttpsUpgrades');
  expect(turnedOff([fewerFeatures])).toEqual(expect.arrayContaining(byPlaywright));
});

test('a window has no page of its own', async ({ page, browser }) => {
  await page.goto('about:blank');
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  expect(targetInfos.filter(({ url }) => url.startsWith('chrome:'))).toEqual([]);
});
