import { describe, expect, it } from 'vitest';
import { inlinedIn, isSame, markAsCached, mayRun } from './cached-page.ts';

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
