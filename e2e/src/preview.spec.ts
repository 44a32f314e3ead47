import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { runRelease } from './house/house.ts';
import { askForTicket, postTicket } from './house/preview-ticket.ts';
import { openDesk, signInToConsole } from './house/release-desk.ts';
import { sharedHouse, test } from './house/test.ts';
import { variantOf } from './house/variant.ts';

const banner = (page: Page) => page.getByText('Preview of revision 1: only you see this.');
const chart = (page: Page) => page.getByRole('slider', { name: /^Select a bar/ });
const home = (page: Page) => page.getByRole('heading', { name: 'Latest Transactions' });

test('a preview is seen by who has a ticket, stays while one walks about, and ends where one says so', async ({
  page,
  browser,
}) => {
  const told: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/releases\/(reports|tickets)$/.test(pathname)) told.push(pathname);
  });
  const ticket = await askForTicket();
  await postTicket(page, ticket);
  await expect(page).toHaveURL('/?revision=1');
  await expect(banner(page)).toBeVisible();
  await expect(home(page)).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Assets' })
    .click();
  await expect(page).toHaveURL('/assets');
  await expect(banner(page)).toBeVisible();
  await page.reload();
  await expect(banner(page)).toBeVisible();
  expect(told).toEqual([]);

  const other = await browser.newContext({ baseURL: sharedHouse().siteUrl });
  const plain = await other.newPage();
  await plain.goto('/?revision=1');
  await expect(home(plain)).toBeVisible();
  await expect(banner(plain)).toHaveCount(0);
  // Nobody gets in by the same ticket again.
  await postTicket(plain, ticket);
  await expect(plain.getByRole('heading', { name: 'There is no such preview' })).toBeVisible();
  await plain.getByRole('link', { name: 'Home' }).click();
  await expect(plain).toHaveURL('/');
  await expect(home(plain)).toBeVisible();
  await expect(banner(plain)).toHaveCount(0);
  await other.close();

  // A link of another site asks, and no more.
  await page.goto('/?revision=2');
  await expect(page.getByRole('heading', { name: 'Look at another preview?' })).toBeVisible();
  await page.goto('/assets');
  await expect(banner(page)).toBeVisible();
  await page.getByRole('link', { name: 'Leave the preview' }).click();
  await page.getByRole('button', { name: 'Leave the preview' }).click();
  await expect(page).toHaveURL('/');
  await expect(home(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.goto('/?revision=1');
  await expect(home(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('no code of a page of the site begins a preview; a person does, by the button alone', async ({
  page,
  browser,
  expectComplaint,
}) => {
  // The browser complains about what the hostile code tries.
  expectComplaint(/status of 403|TrustedScript|The policy refused|Content Security Policy/);
  const { siteUrl, dataDir, environment } = sharedHouse();
  const change = (script: string) =>
    script.replaceAll('Latest Transactions', 'Hostile Transactions');
  const { folder } = await variantOf(dataDir, 'mfe-ledger', 'a11ce0000094', change);
  const { url: link, id } = v.parse(
    v.object({ url: v.string(), id: v.string() }),
    JSON.parse(await runRelease(environment, 'preview', folder, '--json')),
  );
  const question = page.getByRole('heading', { name: 'Open the preview?' });
  const yes = page.getByRole('button', { name: 'Open the preview' });
  const hostile = page.getByRole('heading', { name: 'Hostile Transactions' });
  const banner = page.getByRole('region', { name: 'Preview' });
  const staysOut = async () => {
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.includes('preview'))).toEqual([]);
    await page.goto('/');
    await expect(home(page)).toBeVisible();
    await expect(banner).toHaveCount(0);
  };
  await page.goto('/');
  await expect(home(page)).toBeVisible();

  // What is evaluated is what a remote's script can do: it runs in the site's page, on its origin.
  const read = await page.evaluate(async (address) => {
    const { origin, pathname, search } = new URL(address);
    const form = new URLSearchParams(search);
    const answers: string[] = [];
    for (const init of [
      { method: 'POST', body: form },
      { method: 'POST', body: form, redirect: 'manual' },
      {},
      { mode: 'same-origin', headers: { accept: 'text/html', 'upgrade-insecure-requests': '1' } },
      { mode: 'no-cors', priority: 'low' },
    ] satisfies RequestInit[]) {
      const answer = await fetch(origin + pathname + (init.method ? '' : search), init);
      answers.push(await answer.text());
    }
    return answers;
  }, link);
  expect(read.filter((text) => text.includes('name="proof"'))).toEqual([]);
  await staysOut();

  // A frame, an object, and what is fetched or drawn ahead.
  const seen = await page.evaluate(async (address) => {
    const made = ['iframe', 'object', 'embed'].map((tag) => {
      const element = document.createElement(tag);
      element.setAttribute(tag === 'object' ? 'data' : 'src', address);
      return element;
    });
    const links = ['prefetch', 'prerender', 'preload'].map((rel) => {
      const element = document.createElement('link');
      Object.assign(element, { rel, href: address, as: 'document' });
      return element;
    });
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    try {
      rules.textContent = JSON.stringify({ prerender: [{ source: 'list', urls: [address] }] });
    } catch {
      // The policy has it that no script is made of a text.
    }
    document.body.append(...made, ...links, rules);
    const ends = Date.now() + 1_500;
    let found = '';
    while (Date.now() < ends) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      for (const frame of made) {
        const inside = Reflect.get(frame, 'contentDocument');
        if (inside instanceof Document) found += inside.body.innerHTML;
      }
    }
    return found;
  }, link);
  expect(seen).not.toContain('name="proof"');
  await staysOut();

  // A form within a person's click, here and in a window of its own.
  for (const [method, target] of [
    ['post', '_self'],
    ['post', '_blank'],
    ['get', '_self'],
  ] as const) {
    await page.evaluate(
      ([address, how, where]) => {
        const { origin, pathname, searchParams } = new URL(address);
        addEventListener(
          'click',
          () => {
            const form = document.createElement('form');
            Object.assign(form, { action: origin + pathname, method: how, target: where });
            for (const [name, value] of [...searchParams, ['proof', 'x']]) {
              const field = document.createElement('input');
              Object.assign(field, { name, value });
              form.append(field);
            }
            document.body.append(form);
            form.submit();
          },
          { once: true },
        );
      },
      [link, method, target] as const,
    );
    // This window is waited for, so that it is not taken for the one that is opened after it.
    const beside = target === '_blank' ? page.waitForEvent('popup') : null;
    await page.getByRole('main').click({ position: { x: 2, y: 2 } });
    const opened = await beside;
    await opened?.waitForLoadState();
    await opened?.close();
    await staysOut();
  }

  // A window, in which the page that asks does come: no script of the opener's reaches into it.
  await page.evaluate((address) => {
    addEventListener(
      'click',
      () => {
        Reflect.set(window, 'opened', window.open(address));
      },
      { once: true },
    );
  }, link);
  const coming = page.waitForEvent('popup');
  await page.getByRole('main').click({ position: { x: 2, y: 2 } });
  const popup = await coming;
  await expect(popup.getByRole('heading', { name: 'Open the preview?' })).toBeVisible();
  const reached = await page.evaluate(() => {
    try {
      const inside = Reflect.get(Reflect.get(window, 'opened'), 'document');
      inside.querySelector('button').click();
      return inside.body.innerHTML;
    } catch (error) {
      return error instanceof Error ? error.name : 'error';
    }
  });
  expect(['SecurityError', 'TypeError']).toContain(reached);
  await popup.close();
  await staysOut();

  // What another browser was given: its yes, and its cookie once it has said so.
  const theirs = await browser.newContext({ baseURL: siteUrl });
  const their = await theirs.newPage();
  await their.goto(link);
  const began = their.waitForRequest((request) => request.url().includes('/begin?'));
  await their.getByRole('button', { name: 'Open the preview' }).click();
  const proven = (await began).url();
  await expect(their.getByRole('heading', { name: 'Hostile Transactions' })).toBeVisible();
  const [cookie] = (await theirs.cookies()).filter(({ name }) => name.includes('preview'));
  await page.evaluate(async (address) => {
    await fetch(address);
    // After what is evaluated has its answer, which the page does not outlive.
    setTimeout(() => location.assign(address));
  }, proven);
  await expect(question).toBeVisible();
  await staysOut();
  await page.evaluate((pair) => {
    // biome-ignore lint/suspicious/noDocumentCookie: a script that means harm does.
    for (const path of ['/', '/transfers']) document.cookie = `${pair}; path=${path}`;
  }, `${cookie?.name}=${cookie?.value}`);
  for (const path of ['/', '/transfers']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
  }
  await page.context().clearCookies({ name: /preview/ });

  // The person, by keyboard.
  await page.goto(link);
  await expect(page.getByText('mfe-ledger')).toBeVisible();
  await expect(yes).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(hostile).toBeVisible();
  await expect(banner).toBeVisible();

  // Somebody ends the link: the open tabs leave by themselves. What a page loads last is there by then: of a build that
  // nobody else sees there is no file any more.
  await expect(chart(page)).toBeVisible();
  await runRelease(environment, 'preview', 'end', id);
  for (const tab of [page, their]) {
    await expect(tab.getByRole('heading', { name: 'The preview has ended' })).toBeVisible();
    await tab.getByRole('link', { name: 'To the page' }).click();
    await expect(home(tab)).toBeVisible();
  }
  await theirs.close();
});

test('whoever handles an incident sees in the console what a manager looks at, and ends it', {
  tag: '@proof',
}, async ({ page, browser }) => {
  const house = sharedHouse();
  const { build, folder } = await variantOf(house.dataDir, 'mfe-ledger', '0b5e55ed0098');
  await runRelease(house.environment, 'preview', folder);
  await postTicket(page, await askForTicket({ builds: { 'mfe-ledger': build } }));
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  await expect(chart(page)).toBeVisible();

  const elsewhere = await browser.newContext();
  const incident = await elsewhere.newPage();
  const { secret } = await openDesk(house);
  await signInToConsole(incident, house, secret, '/apps/mfe-ledger');
  const looks = (at: string) =>
    incident.getByRole('listitem').filter({ hasText: '0b5e55e' }).filter({ hasText: at });
  await expect(looks('for whoever has the link')).toBeVisible();
  const own = looks('for one browser');
  await own.getByRole('button', { name: /^End the preview of/ }).click();
  await expect(page.getByRole('heading', { name: 'The preview has ended' })).toBeVisible();
  await expect(own).toHaveCount(0);
  await expect(looks('for whoever has the link')).toBeVisible();
  await elsewhere.close();
});

test('who still loads a part of a page as its preview ends is told so at once', {
  tag: '@proof',
}, async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404|MIME type|ERR_FAILED|Loading (CSS )?chunk/);
  const { dataDir, environment } = sharedHouse();
  const { folder } = await variantOf(dataDir, 'mfe-ledger', 'a11ce0000097');
  const { url, id } = v.parse(
    v.object({ url: v.string(), id: v.string() }),
    JSON.parse(await runRelease(environment, 'preview', folder, '--json')),
  );
  // No heartbeat tells the tab.
  await page.route('**/releases/events*', (route) => route.abort());
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  await page.route(/\/chart\.\w+\.js$/, async (route) => {
    await ended;
    await route.continue();
  });
  await page.goto(url);
  const asked = page.waitForRequest(/\/chart\.\w+\.js$/);
  await page.getByRole('button', { name: 'Open the preview' }).click();
  await expect(home(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  await asked;
  await runRelease(environment, 'preview', 'end', id);
  end();
  await expect(page.getByRole('heading', { name: 'The preview has ended' })).toBeVisible();
  await page.getByRole('link', { name: 'To the page' }).click();
  await expect(chart(page)).toBeVisible();
});

test('a link shows a build that nobody else sees or can fetch, on the live site', async ({
  page,
  browser,
}) => {
  const { siteUrl, dataDir, environment } = sharedHouse();
  const change = (script: string) =>
    script.replaceAll('Latest Transactions', 'Coming Transactions');
  const { build, folder } = await variantOf(dataDir, 'mfe-ledger', 'a11ce0000081', change);
  const link = (await runRelease(environment, 'preview', folder)).trim();
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(link);
  await page.getByRole('button', { name: 'Open the preview' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Coming Transactions' })).toBeVisible();
  await expect(page.locator('[data-part=mfe-ledger]').first()).toHaveAttribute('data-build', build);
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  await page.keyboard.press('Alt+Shift+KeyW');
  const why = page.getByRole('dialog').getByRole('region', { name: 'mfe-ledger, ' });
  await expect(why).toContainText(`Runs build ${build}: this browser looks at a preview.`);
  await page.keyboard.press('Escape');

  const stranger = await browser.newContext({ baseURL: siteUrl });
  const plain = await stranger.newPage();
  await plain.goto('/');
  await expect(home(plain)).toBeVisible();
  const own = files.filter((path) => path.includes(build));
  expect(own.length).toBeGreaterThan(1);
  for (const path of own) expect((await plain.request.get(path)).status()).toBe(404);
  await stranger.close();
});
