import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { sharedHouse, test } from './house/test.ts';

test('an inline script is not run, and the site is told of it', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Content Security Policy|^The policy refused inline/);
  await page.goto('/api?q=not-for-a-log');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.ran = true';
    document.head.append(script);
    return Reflect.get(globalThis, 'ran') === true;
  });
  expect(ran).toBe(false);
  const log = () => readFile(join(sharedHouse().dataDir, 'logs/site.log'), 'utf8');
  await expect.poll(log).toContain('The policy refused inline (script-src-elem) on /api');
  expect(await log()).not.toContain('not-for-a-log');
});
