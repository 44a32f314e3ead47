import { describe, expect, it } from 'vitest';
import {
  inlinedIn,
  isSame,
  markAsCached,
  mayRun,
  pageFiles,
  policyHeaders,
  withNonce,
} from './cached-page.ts';

const html = (release: string) => `<!doctype html>
<html lang="en">
<script type="application/json" id="site-configuration">{"productName":"Tally"}</script>
<script type="application/json" id="release">${release}</script>
`;

describe('a cached page', () => {
  it('is known by what it inlines, whichever address it had', () => {
    const inlined = inlinedIn(html('{"revision":1}'));
    expect(inlined).toEqual({
      release: '{"revision":1}',
      configuration: '{"productName":"Tally"}',
    });
    expect(isSame(inlined, inlinedIn(`${html('{"revision":1}')}<p>`))).toBe(true);
    expect(isSame(inlined, inlinedIn(html('{"revision":2}')))).toBe(false);
  });

  it('may come to run the builds that it names, and no other app’s of the same name', () => {
    const builds = [{ app: 'mfe-note', build: '1.0.0-aaaaaaaaaaaa' }];
    const page = { builds };
    expect(mayRun(page, { app: 'mfe-note', build: '1.0.0-aaaaaaaaaaaa' })).toBe(true);
    expect(mayRun(page, { app: 'mfe-note', build: '1.0.1-bbbbbbbbbbbb' })).toBe(false);
    expect(mayRun(page, { app: 'shell', build: '1.0.0-aaaaaaaaaaaa' })).toBe(false);
  });

  it('tells the shell that it comes from the cache', () => {
    expect(markAsCached(html('{}'))).toContain('<html data-kept lang="en">');
  });
});

it('names what pages load of an artifact, and not what describes it or renders it on a server', () => {
  const files = {
    'routes.1.js': 'sha384-a',
    'routes.1.js.map': 'sha384-b',
    'contract.json': 'sha384-c',
    'server/entry.js': 'sha384-d',
  };
  expect(pageFiles('/artifacts/mfe-a/1/', files)).toEqual({
    '/artifacts/mfe-a/1/routes.1.js': 'sha384-a',
  });
});

it('gets a nonce of its answer in its policies and in one attribute, where they have a place for it', () => {
  const html = '<html lang="en"><p>&lt;html </p></html>';
  const page = { html, policy: "style-src 'self' 'nonce-'", reportOnly: "style-src 'nonce-'; a b" };
  expect(withNonce(page, 'once')).toEqual({
    html: '<html nonce="once" lang="en"><p>&lt;html </p></html>',
    policy: "style-src 'self' 'nonce-once'",
    reportOnly: "style-src 'nonce-once'; a b",
  });
  expect(policyHeaders(withNonce(page, 'once'))).toEqual({
    'content-security-policy': "style-src 'self' 'nonce-once'",
    'content-security-policy-report-only': "style-src 'nonce-once'; a b",
  });
  const strict = { html, policy: "style-src 'self'" };
  expect(withNonce(strict, 'once')).toBe(strict);
  expect(policyHeaders(strict)).toEqual({ 'content-security-policy': "style-src 'self'" });
});
