import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bakeryAt } from '../bakery/bakery.testing.ts';
import type { Openings } from '../definition/openings.ts';
import { openTestRegistry, openTestSite, type TestRegistry } from '../site.testing.ts';

const shell = {
  'first.js': 'first()',
  'openings.js': 'openings()',
  'purify.js': 'purify()',
  'trusted-types.txt': 'yes',
};
let kept: TestRegistry;
/** What the policy of a site without openings says. */
let strict: readonly string[];
beforeAll(async () => {
  kept = await openTestRegistry();
  const site = await siteWith({});
  strict = directives((await site.get('/')).headers['content-security-policy']);
  await site.server.close();
});
afterAll(() => kept.close());

/** A site that opens this, with a shell that can. */
async function siteWith(openings: Openings) {
  const site = { ...bakeryAt('http://breads.test'), openings };
  const opened = await openTestSite(kept, { site, keeper: true });
  await opened.promote({ shell: await opened.publish('shell', shell) });
  return opened;
}

const directives = (header: unknown) => (typeof header === 'string' ? header.split('; ') : []);

/** What the policies of a site's pages say beyond, and in place of, those of a site without openings. */
async function policiesWith(openings: Openings): Promise<Record<string, string[]>> {
  const site = await siteWith(openings);
  const { headers } = await site.get('/');
  await site.server.close();
  const others = (name: string) =>
    directives(headers[name]).filter((directive) => !strict.includes(directive));
  return {
    enforced: others('content-security-policy'),
    reported: others('content-security-policy-report-only'),
  };
}

const none = { reported: [] };
const artifacts = 'http://site.test/artifacts/';

describe('the policy', () => {
  it.each<[Openings, string[]]>([
    [{}, []],
    [{ dataFonts: true }, [`font-src ${artifacts} data:`]],
    [{ blobWorkers: true }, [`worker-src ${artifacts} http://site.test/keeper.js blob:`]],
    [{ frames: ['https://films.example'] }, ['frame-src https://films.example']],
    [{ pictures: ['https://tiles.example'] }, ["img-src 'self' data: https://tiles.example"]],
    [{ media: ['https://films.example'] }, ["media-src 'self' https://films.example"]],
    // Who names policies names all of them.
    [{ policies: ['lit-html'] }, ["trusted-types default 'allow-duplicates' lit-html"]],
    [{ policies: [] }, ["trusted-types default 'allow-duplicates'"]],
  ])('with %j says %j beyond', async (openings, enforced) => {
    expect(await policiesWith(openings)).toEqual({ ...none, enforced });
  });

  it('without openings lets each copy of DOMPurify make its policy', () => {
    expect(strict).toContain("trusted-types default 'allow-duplicates' dompurify");
  });

  it('lets WebAssembly run, and no text as a script', async () => {
    const { enforced = [] } = await policiesWith({ wasm: true });
    expect(enforced).toHaveLength(1);
    expect(enforced[0]).toMatch(/^script-src 'self' 'sha384-[^ ]+' 'wasm-unsafe-eval'$/);
  });

  it('with reports alone refuses scripts and hosts as ever, and reports all', async () => {
    const site = await siteWith({ reportOnly: true });
    const { headers } = await site.get('/');
    await site.server.close();
    expect(directives(headers['content-security-policy-report-only'])).toEqual(strict);
    const untyped = strict.filter((directive) => !directive.includes('trusted-types'));
    expect(untyped.length).toBe(strict.length - 2);
    expect(directives(headers['content-security-policy'])).toEqual(
      untyped.map((directive) =>
        directive === "style-src 'self'" ? "style-src 'self' 'unsafe-inline'" : directive,
      ),
    );
  });
});

it('gives each answer a nonce of its own, for styles alone, which no cache can mix', async () => {
  const site = await siteWith({ injectedStyles: true });
  const answers = await Promise.all([site.get('/'), site.get('/')]);
  const nonces = answers.map(({ body, headers }) => {
    const policy = String(headers['content-security-policy']);
    const [, nonce = 'none'] = /style-src 'self' 'nonce-([\w-]{24})';/.exec(policy) ?? [];
    expect(policy.split(nonce)).toHaveLength(2);
    expect(body).toContain(`<html nonce="${nonce}" lang="en">`);
    expect(body).toContain('<script>openings()</script>\n<script>first()</script>');
    expect(body).not.toContain('purify.js');
    return nonce;
  });
  expect(nonces[0]).not.toBe(nonces[1]);
  const [first] = answers;
  const again = await site.get('/', { 'if-none-match': String(first?.headers.etag) });
  expect(again.statusCode).toBe(200);
  // A browser gives its cached page a nonce by itself.
  const cached = (await site.get('/keeper/page.json')).json();
  expect(cached.policy).toContain("style-src 'self' 'nonce-';");
  expect(cached.html).not.toContain('nonce=');
  expect(Object.keys(cached.files).join()).not.toContain('purify.js');
  await site.server.close();
});

it('brings what cleans markup before the scripts of the shell, also in the cached page', async () => {
  const site = await siteWith({ cleanedMarkup: true });
  const { body, headers } = await site.get('/');
  const scripts = [...body.matchAll(/<script defer src="[^"]*\/([\w.]+)"/g)].map(
    ([, file]) => file,
  );
  expect(scripts).toEqual(['purify.js', 'main.js']);
  expect(headers['content-security-policy']).toContain("style-src 'self';");
  // The page's own cleaner needs no name, and nobody else gets one.
  expect(headers['content-security-policy']).toContain("trusted-types default 'allow-duplicates';");
  const { files } = (await site.get('/keeper/page.json')).json();
  expect(Object.keys(files).join()).toContain('/purify.js');
  await site.server.close();
});

it('costs a site without openings nothing', async () => {
  const site = await siteWith({});
  const { body } = await site.get('/');
  expect(body).not.toMatch(/openings\(\)|purify|nonce/);
  const { files } = (await site.get('/keeper/page.json')).json();
  expect(Object.keys(files).join()).not.toMatch(/openings|purify/);
  await site.server.close();
});
