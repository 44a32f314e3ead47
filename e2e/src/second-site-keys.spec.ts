import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { freePorts } from '@tallystick/store/free-ports.testing';
import type { Running } from './house/command.ts';
import { makeSecondSite, type SecondSite } from './house/second-site.ts';
import { test } from './house/test.ts';

// The key that signs releases is stolen, changed in peace and lost, and all is done as docs/operations.md says. People
// look at the site meanwhile, and somebody checks its log.

test.describe.configure({ mode: 'serial' });
test.describe('the key that signs releases', { tag: '@proof' }, () => {
  let site: SecondSite;
  let servers: Running;
  const words = ['of the day', 'of tomorrow', 'of the week', 'of the month', 'of the year'];
  let said = 0;

  test.beforeAll(async () => {
    test.setTimeout(900_000);
    site = await makeSecondSite();
    servers = site.run('tallystick', 'start');
    await servers.printed(/The site is ready: /);
    await serve();
  });
  test.afterAll(async () => {
    await stop();
    await site?.remove();
  });

  async function stop(): Promise<void> {
    servers?.child.kill('SIGTERM');
    await servers?.ended;
  }
  /** Ends the servers, and starts them again with these settings. */
  async function serve(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    await stop();
    servers = site.commandsWith(settings).run('tallystick', 'serve', 'site', 'admin');
    await servers.printed(/Site server is ready: /);
  }

  const heading = (page: Page) => page.getByRole('heading', { level: 1 });
  const headed = (of: number) => `Breads ${words[of]}`;
  /** Somebody who looks at the first page, as it is by now. */
  async function visitor(browser: Browser): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await page.goto(site.siteUrl);
    await expect(heading(page)).toHaveText(headed(said));
    return page;
  }
  /** Goes to another page and back, where a tab takes a release that it believes. */
  async function goAndBack(page: Page, to: string): Promise<void> {
    await page.getByRole('link', { name: 'Rye' }).click();
    await expect(heading(page)).toHaveText('Rye');
    await page.goBack();
    await expect(heading(page)).toHaveText(to);
  }
  /** Releases the next words, for pages that are opened from then on. */
  async function releaseNext(): Promise<void> {
    await site.publishNext(headed(said), headed(said + 1));
    said += 1;
    await site.type('npm run release -- promote mfe-breads --reason "next words"');
  }

  const checkLog = (url: string, more = '') =>
    site.type(`npm run -s release -- check-log ${url} --since kept.checkpoint ${more}`);
  /** The verifier key of the log as it is found whole, going on from the last look. */
  async function continued(): Promise<string> {
    const found = await checkLog(site.siteUrl);
    expect(found).toContain('What pages get is in the log: ');
    return /^key (\S+)$/m.exec(found)?.[1] ?? '';
  }
  /** What pages may trust of a key, as the guide says. */
  async function publicKeyIn(file: string): Promise<string> {
    const line = `openssl pkey -in ${file} -pubout -outform DER | tail -c 32 | base64`;
    return (await site.type(line)).trim();
  }
  async function makeKey(file: string): Promise<string> {
    await site.type(`openssl genpkey -algorithm ed25519 -out ${file}`);
    return await publicKeyIn(file);
  }

  test('stolen: the thief’s history is found, and tabs of the new key take nothing of it', async ({
    browser,
  }) => {
    await releaseNext();
    const first = await continued();
    const before = await visitor(browser);
    // The thief has the key and the database, and goes on with both.
    const output = await site.type('npm run backup -- stolen.tar');
    const head = /^Head of the audit log, .*: ([0-9a-f]{64})$/m.exec(output)?.[1];
    const [sitePort, adminPort] = await freePorts(2);
    const thief = site.commandsWith({
      DATA_DIR: join(site.folder, '.data-stolen'),
      SITE_PORT: `${sitePort}`,
      ADMIN_PORT: `${adminPort}`,
    });
    await thief.type(`npm run restore -- stolen.tar --head ${head}`);
    const theirs = thief.run('tallystick', 'serve', 'site', 'admin');
    await theirs.printed(/Site server is ready: /);
    try {
      await thief.type('npm run release -- rollback mfe-breads --recall --reason "mine now"');
      const stolen = `http://localhost:${sitePort}`;
      /** What is signed. */
      const answers = /\/(releases\/current|artifacts\/[^/]+\/[^/]+)\.json$/;

      await makeKey('second.key');
      await serve({ RELEASE_KEY_FILE: 'second.key', RELEASE_RESIGN: 'on' });
      await serve({ RELEASE_KEY_FILE: 'second.key' });
      const after = await visitor(browser);
      // The thief can answer for the site, too.
      const asked = [before, after].map(async (page) => {
        await page.route(answers, async (route) => {
          const { pathname } = new URL(route.request().url());
          await route.fulfill({ body: await (await fetch(stolen + pathname)).text() });
        });
        return await page.waitForResponse((answer) => answer.url().endsWith('/current.json'));
      });
      await releaseNext();
      await Promise.all(asked);
      await goAndBack(before, headed(0));
      await goAndBack(after, headed(said - 1));
      for (const page of [before, after]) {
        await page.unroute(answers);
        await page.reload();
        await expect(heading(page)).toHaveText(headed(said));
      }

      const second = await continued();
      expect(second).not.toBe(first);
      await expect(checkLog(stolen)).rejects.toThrow('its end was cut off and rewritten');
      await expect(checkLog(stolen, `--key ${second}`)).rejects.toThrow('is not signed by');
    } finally {
      theirs.child.kill('SIGTERM');
      await theirs.ended;
    }
  });

  test('changed in peace: tabs that are open go on', async ({ browser }) => {
    const old = await publicKeyIn('second.key');
    const next = await makeKey('third.key');
    await serve({ RELEASE_KEY_FILE: 'second.key', RELEASE_PUBLIC_KEYS: next });
    const page = await visitor(browser);
    const before = await continued();
    const both = { RELEASE_KEY_FILE: 'third.key', RELEASE_PUBLIC_KEYS: old };
    await serve({ ...both, RELEASE_RESIGN: 'on' });
    await serve({ RELEASE_KEY_FILE: 'third.key' });
    await site.type('npm run release -- rollback mfe-breads --recall --reason "as they were"');
    said -= 1;
    await expect(heading(page)).toHaveText(headed(said));
    expect(await continued()).not.toBe(before);
  });

  test('lost: nothing starts without a word, and the history goes on under a new one', async ({
    browser,
  }) => {
    const before = await continued();
    await stop();
    await rm(join(site.folder, 'third.key'));
    await makeKey('fourth.key');
    const refused = site
      .commandsWith({ RELEASE_KEY_FILE: 'fourth.key' })
      .run('tallystick', 'serve', 'site', 'admin');
    expect(await refused.ended).not.toBe(0);
    expect(refused.output()).toContain('RELEASE_RESIGN=on');
    await serve({ RELEASE_KEY_FILE: 'fourth.key', RELEASE_RESIGN: 'on' });
    await serve({ RELEASE_KEY_FILE: 'fourth.key' });
    await visitor(browser);
    expect(await continued()).not.toBe(before);
    expect(await site.type('npm run release -- verify')).toContain('History is whole:');
  });
});
