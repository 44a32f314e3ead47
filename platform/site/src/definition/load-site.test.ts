import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configureSite } from './configure-site.ts';
import { loadSite } from './load-site.ts';

/** What comes of a `site.config.js` with this text. */
async function load(text: string) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-definition-'));
  const file = join(folder.path, 'site.config.js');
  await writeFile(file, text);
  const loaded = await loadSite(folder.path);
  return loaded.ok ? loaded : loaded.problem.replace(file, 'FILE');
}

const names = `names: { product: 'Bakery', tagline: 'Bread', description: 'All breads.' }`;

it('takes a site that says no more than its names', async () => {
  expect(await load(`export default { ${names} };`)).toEqual({
    ok: true,
    value: { names: { product: 'Bakery', tagline: 'Bread', description: 'All breads.' } },
  });
});

it('takes what docs/site-config.md shows', async () => {
  const guide = join(import.meta.dirname, '../../../../docs/site-config.md');
  const examples = [...(await readFile(guide, 'utf8')).matchAll(/```ts\n([\s\S]*?)```/g)];
  expect(examples).toHaveLength(2);
  // Within the package, so that its own name is found.
  const parent = join(import.meta.dirname, '../../.test');
  await mkdir(parent, { recursive: true });
  for (const [, text = ''] of examples) {
    await using folder = await mkdtempDisposable(join(parent, 'definition-'));
    await writeFile(join(folder.path, 'site.config.ts'), text);
    const loaded = await loadSite(folder.path);
    if (!loaded.ok) throw new Error(loaded.problem);
    const configured = configureSite(loaded.value, {}, { siteUrl: 'http://site.test' });
    expect(configured).toMatchObject({ ok: true, value: { names: { product: 'Bakery' } } });
  }
});

it('says where it looked, and how to name another file', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-definition-'));
  expect(await loadSite(folder.path)).toEqual({
    ok: false,
    problem: `There is no site.config.ts in ${folder.path}: start where it is, or name it in SITE_CONFIG.`,
  });
  expect(await loadSite(folder.path, 'none.ts')).toEqual({
    ok: false,
    problem: 'SITE_CONFIG=none.ts names no file that is there.',
  });
});

const noSite = 'FILE exports no site: it has to say export default defineSite({ names: … }).';

it.each([
  [`throw new Error('It is Sunday.');`, 'FILE cannot be loaded: It is Sunday.'],
  [`export const site = { ${names} };`, noSite],
  ['export default 7;', noSite],
  ['export default null;', noSite],
  ['export default {};', 'FILE: names is not there, or no object.'],
  [
    `export default { names: { product: 'B', tagline: 7, description: 'A.' } };`,
    'FILE: names.tagline is not a text.',
  ],
  [
    `export default { names: { product: 'B', tagline: '', description: 'A.' } };`,
    'FILE: names.tagline is empty.',
  ],
  [
    `export default { ${names}, subject: {} };`,
    'FILE: subject is no field that the platform knows.',
  ],
  [
    `export default { ${names}, subjects: { bread: 'two' } };`,
    "FILE: subjects.bread is neither 'all' nor 'one'.",
  ],
  [
    `export default { ${names}, settings: { url: {} } };`,
    'FILE: settings.url is no name of an environment variable.',
  ],
  [
    `export default { ${names}, settings: { URL: 'text' } };`,
    'FILE: settings.URL is no schema of Valibot.',
  ],
  [`export default { ${names}, configure: {} };`, 'FILE: configure is not a function.'],
  [
    `export default { ${names}, shellPages: [{ path: 'api', page: 'API' }] };`,
    'FILE: shellPages.0.path does not begin with a slash.',
  ],
  [`export default { ${names}, ownPaths: ['/'] };`, 'FILE: ownPaths.0 is no path such as /feeds/.'],
  [
    `export default { ${names}, ownPaths: ['/feeds/', '/releases/'] };`,
    'FILE: ownPaths.1 is /releases/, where the platform has files of its own.',
  ],
])('refuses %s', async (text, problem) => {
  expect(await load(text)).toBe(problem);
});
