import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { currentRelease } from './house/release-site.ts';
import { sharedHouse, test } from './house/test.ts';

test('an inline script is not run, and the site is told of it', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Content Security Policy|TrustedScript|^The policy refused/);
  await page.goto('/api?q=not-for-a-log');
  const ran = await page.evaluate(async () => {
    const text = 'globalThis.ran = true';
    const script = document.createElement('script');
    try {
      script.textContent = text;
    } catch {
      script.append(text);
    }
    document.head.append(script);
    await import(`data:text/javascript,${text}`).catch(() => {});
    return Reflect.get(globalThis, 'ran') === true;
  });
  expect(ran).toBe(false);
  const log = () => readFile(join(sharedHouse().dataDir, 'logs/site.log'), 'utf8');
  await expect.poll(log).toContain('The policy refused data (script-src-elem) on /api');
  await expect
    .poll(log)
    .toContain('The policy refused trusted-types-sink (require-trusted-types-for) on /api');
  expect(await log()).not.toContain('not-for-a-log');
});

test('a worker and a font of a build may come, one from elsewhere may not', async ({
  page,
  expectComplaint,
}) => {
  // What the worker throws: no build of this site has one.
  expectComplaint(/Content Security Policy|^The policy refused|Failed to load resource|TypeError/);
  await page.goto('/transfers');
  const { remotes } = await currentRelease(sharedHouse());
  const own = `${remotes[0]?.base}remote-entry.js`;
  await page.evaluate(async (script) => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'seen', seen);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.push(`${effectiveDirective} ${new URL(blockedURI).pathname}`),
    );
    const begin = (path: string) =>
      new Promise((done) => {
        try {
          const worker = new Worker(path);
          worker.onerror = done;
          setTimeout(done, 500);
        } catch {
          done(null);
        }
      });
    const font = (path: string) => new FontFace('any', `url(${path})`).load().catch(() => {});
    await begin(script);
    await begin('/keeper/none.js');
    await font(script.replace('remote-entry.js', 'none.woff2'));
    await font('/none.woff2');
  }, own);
  const refused = () => page.evaluate<unknown>("globalThis['seen']");
  await expect.poll(refused).toEqual(['worker-src /keeper/none.js', 'font-src /none.woff2']);
});

test('no text becomes markup or the address of a script elsewhere', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/TrustedHTML|TrustedScriptURL|TrustedTypePolicy|^The policy refused/);
  await page.goto('/transfers');
  const outcomes = await page.evaluate(() => {
    const script = document.createElement('script');
    const tries = [
      () => {
        document.createElement('p').innerHTML = '<b>bold</b>';
      },
      () => {
        script.src = 'https://elsewhere.example/artifacts/a.js';
      },
      () => {
        Reflect.get(globalThis, 'trustedTypes').createPolicy('anything', {});
      },
      () => {
        script.src = '/artifacts/a.js';
      },
      // As each copy of DOMPurify does.
      () => Reflect.get(globalThis, 'trustedTypes').createPolicy('dompurify', {}),
      () => Reflect.get(globalThis, 'trustedTypes').createPolicy('dompurify', {}),
    ];
    return tries.map((run) => {
      try {
        run();
        return 'done';
      } catch (error) {
        return error instanceof TypeError;
      }
    });
  });
  expect(outcomes).toEqual([true, true, true, 'done', 'done', 'done']);
});
