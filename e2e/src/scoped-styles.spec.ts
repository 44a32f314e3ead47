import { appendFile, mkdtempDisposable, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { scopeStyles } from '@tallystick/build/scope-styles';
import { proving } from '@tallystick/contract/testing/proof';
import { builtBy, bundle } from './conformance/builders.ts';
import { makeSubject } from './conformance/make-subject.ts';
import { engines, openEngine, skipWithout } from './engines/open-engine.ts';
import { test } from './house/beside.ts';
import { listenAnywhere } from './house/listen-anywhere.ts';
import { openDesk } from './house/release-desk.ts';

// The style sheet of a remote reaches what that remote shows, and nothing else of the page.

/** What a sheet for a whole document begins with: it takes from every element what browsers give it. */
const reset = `
*, ::before, ::after { margin: 0; padding: 0; border: 0 solid; letter-spacing: 2px !important; --reset: 1 }
html { line-height: 2; font-family: sans-serif; --token: red }
body { margin: 0; background: rgb(1 1 1); line-height: inherit }
h1, h2, p { font-size: inherit; font-weight: inherit; color: rgb(7 7 7) }
a { color: inherit; text-decoration: inherit }
ol, ul, menu { list-style: none }
button, input, [type='search'] { appearance: none; background: none; color: inherit; font: inherit }
img, svg { display: block; vertical-align: middle }
@media screen { :is(nav, header, footer) * { visibility: hidden } }
@layer base { label, span { text-transform: uppercase !important } }
`;

/** What a browser computes in pixels of the layout, which content changes. */
const ofLayout =
  '/^(?:(?:block|inline)-size|width|height|(?:perspective|transform)-origin|top|right|bottom|left|inset-.*)$/';
/** In the page: all else that is computed of each element for a selector, and of its pseudo-elements. */
const looksOf = (
  selector: string,
) => `[...document.querySelectorAll('${selector}')].flatMap((one) =>
  [undefined, '::before', '::placeholder'].map((pseudo) => {
    const style = getComputedStyle(one, pseudo);
    const names = [...style, '--token', '--reset'].filter((name) => !${ofLayout}.test(name));
    return one.localName + names.map((name) => name + ': ' + style.getPropertyValue(name)).join();
  }))`;

const html = `<!doctype html><title>A page</title>
<style>button { padding: 3px } h1 { color: rgb(2 2 2) }</style>
<link rel="stylesheet" href="/note.css">
<body><div id="root">
<header class="site"><h1>The site</h1><a href="/">Home</a><ol><li>One</li></ol><button>Menu</button>
<label>Find <input type="search" placeholder="what"></label></header>
<main><div data-part="note"><h1 class="own">Note</h1>
  <div class="other" data-part="book"><h1 class="other">A book’s</h1>
    <div data-part="note"><h1 class="own">A note’s, in it</h1></div></div></div>
  <div class="other" data-part="book"><h1 class="other">Book</h1>
    <div data-part="note"><h1 class="own">A note’s</h1></div></div></main>
</div>
<div><h1 class="own">Dialog</h1></div>
<div data-part="note"><h1 class="own">Dialog of the note’s own</h1></div>
<div class="other" data-part="book"><h1 class="other">Dialog of the book’s</h1></div>
<p class="site" data-site>A notice of the site</p>`;

for (const engine of engines) {
  test(`${engine} keeps the rules of a remote to what that shows, widgets and dialogs included`, async ({
    browserName: _,
  }, information) => {
    skipWithout(engine, information);
    const site = await listenAnywhere(
      createServer(({ url }, response) => {
        const isSheet = url === '/note.css';
        response.writeHead(200, { 'content-type': `text/${isSheet ? 'css' : 'html'}` });
        response.end(isSheet ? scopeStyles(reset, 'note') : html);
      }),
    );
    const browser = await openEngine(engine);
    // What is inherited reaches a widget of another remote from the page around it.
    const around = looksOf('html, body, main, .site, .site *, .other:not([data-part=note] *)');
    const inside = `[...document.querySelectorAll('[data-part=note] .other')].map((one) =>
      ['margin-top', 'border-top-style'].map((name) =>
        getComputedStyle(one).getPropertyValue(name)))`;
    const kept = `[${around}, ${inside}]`;
    const ofOwn = (name: string) =>
      `[...document.querySelectorAll('.own')].map((h1) => getComputedStyle(h1).getPropertyValue('${name}'))`;
    try {
      await browser.goto(`http://localhost:${site.port}/`);
      const own = Array.from({ length: 5 }, () => 'rgb(7, 7, 7)');
      expect(await browser.evaluate(ofOwn('color'))).toEqual(own);
      expect(await browser.evaluate(ofOwn('--token'))).toEqual(own.map(() => 'red'));
      const beside = await browser.evaluate(kept);
      await browser.evaluate('void (document.styleSheets[1].disabled = true)');
      expect(await browser.evaluate(ofOwn('color'))).toEqual(own.map(() => 'rgb(2, 2, 2)'));
      expect(beside).toEqual(await browser.evaluate(kept));
    } finally {
      await browser.close();
      await site.close();
    }
  });
}

/** A change is tried with one, a proof with all. */
const bundlers = proving
  ? (['vite', 'webpack', 'webpack-own', 'rsbuild'] as const)
  : (['vite'] as const);

for (const bundler of bundlers) {
  test(`a reset in a build by ${bundler} leaves the frame as it is`, async ({ page, side }) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-reset-'));
    await bundle(bundler, folder.path, ['one']);
    const built = builtBy(bundler, folder.path, ['one']);
    const sheets = (await readdir(built.folder, { recursive: true })).filter((file) =>
      file.endsWith('.css'),
    );
    expect(sheets.length).toBeGreaterThan(0);
    for (const sheet of sheets) await appendFile(join(built.folder, sheet), reset);
    const desk = await openDesk(side);
    const { app, path } = await makeSubject(built, side, desk);
    try {
      await page.goto(side.siteUrl + path);
      const heading = page.getByRole('main').getByRole('heading', { level: 1 });
      await expect(heading).toHaveCSS('letter-spacing', '2px');
      await built.expectPage?.(page, 'one');
      const frame = looksOf('html, body, #root, #root *:not([data-part], [data-part] *)');
      const beside = await page.evaluate<string[]>(frame);
      await page.evaluate((app) => {
        for (const { href, ownerNode } of [...document.styleSheets]) {
          if (href?.includes(`/${app}/`) && ownerNode instanceof Element) ownerNode.remove();
        }
      }, app);
      await expect(heading).not.toHaveCSS('letter-spacing', '2px');
      expect(beside.length).toBeGreaterThan(100);
      expect(beside).toEqual(await page.evaluate(frame));
    } finally {
      await desk.change({ kind: 'remove', apps: [app], reason: 'the next file' });
    }
  });
}
