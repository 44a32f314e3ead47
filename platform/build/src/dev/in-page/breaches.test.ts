// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { showBreaches } from './breaches.ts';

const base = 'http://localhost:4100/@copy/';
/** Line 1, from column 20 on, is line 12 of a file. */
const map = { version: 3, names: [], mappings: 'oBAWI' };
const named = ['source', 'MappingURL'].join('');
const script = (source: string) =>
  `\n//# ${named}=data:application/json,${encodeURIComponent(JSON.stringify({ ...map, sources: [source] }))}`;
const files: Readonly<Record<string, string>> = {
  [`${base}routes.js`]: script('webpack://x/./src/total.tsx'),
  [`${base}vendor.js`]: script('webpack://x/./node_modules/@emotion/sheet/dist/sheet.js'),
};

/** As a browser tells a page; jsdom has no such event. */
function refuse(file: string | null, more: Readonly<Record<string, string>>): void {
  const event = new Event('securitypolicyviolation', { bubbles: true });
  const place = { sourceFile: file, lineNumber: 1, columnNumber: 25 };
  document.dispatchEvent(Object.assign(event, { sample: '', ...place, ...more }));
}
const styles = { effectiveDirective: 'style-src-elem', blockedURI: 'inline' };
const text = () => document.querySelector('[role=alert]')?.textContent ?? null;
const save = () =>
  dispatchEvent(new MessageEvent('message', { data: { type: 'webpackInvalid' }, source: window }));

beforeAll(() => {
  vi.stubGlobal('fetch', async (address: string) => new Response(files[address]));
  document.body.innerHTML = '<aside id="working-copy">mfe-notes is your working copy.</aside>';
  showBreaches(base);
});
beforeEach(save);

it('what the policy refuses stands below the line, with who asked for it and what to do', async () => {
  refuse(`${base}routes.js`, { effectiveDirective: 'worker-src', blockedURI: 'blob' });
  await expect
    .poll(text)
    .toMatch(
      /^The policy refuses blob \(worker-src\), asked for by src\/total\.tsx:12\n {2}Begin it by .*"needs": \["blobWorkers"\]/,
    );
  save();
  expect(text()).toBeNull();
});

it('by the library that asked for it, once', async () => {
  refuse(`${base}vendor.js`, styles);
  refuse(`${base}vendor.js`, styles);
  await expect
    .poll(text)
    .toMatch(
      /^The policy refuses inline \(style-src-elem\), asked for by @emotion\/sheet\n {2}.*ask the site for the opening injectedStyles: [^\n]*$/,
    );
});

it('and not what other apps of the page ask for', async () => {
  refuse('http://localhost:4900/artifacts/ledger/1.0.0-bbbbbbbbbbbb/main.js', styles);
  refuse(null, styles);
  refuse(`${base}routes.js`, {
    effectiveDirective: 'require-trusted-types-for',
    blockedURI: 'trusted-types-sink',
    sample: 'Element innerHTML|<b>',
  });
  await expect.poll(text).toMatch(/^The policy refuses Element innerHTML [^\n]*\n[^\n]*$/);
});
