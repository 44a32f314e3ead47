import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { inProject } from '@tallystick/tools/src/project.ts';
import { runRelease } from './house/house.ts';
import { runUntilAnswers } from './house/run-dev.ts';
import { sharedHouse, test } from './house/test.ts';

// `tallystick-release check --browser` and `--serve`: a build that nobody has published, in the pages of a live site.
// `why --browser`: what such a page says of a build that is released.

const paths = ['/checked', '/checked-throws', '/checked-refused', '/checked-nameless'];
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-checked-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** A build with these of the pages in `e2e/foreign/checked`, and a source map of its one script. */
async function built(name: string, ...pages: string[]): Promise<string> {
  const home = join(folder, name);
  await mkdir(join(home, 'dist'), { recursive: true });
  await cp(inProject('e2e/foreign/checked'), join(home, 'dist'), { recursive: true });
  const write = (file: string, content: object) =>
    writeFile(join(home, file), JSON.stringify(content));
  await write('package.json', { version: '1.0.0' });
  await write('remote.json', {
    ...{ name: 'mfe-checked', title: 'Checked', menu: [] },
    routes: [...pages, '/checked/:id'].map((path) => ({ path, page: 'Checked' })),
  });
  await write('dist/remoteEntry.js.map', {
    ...{ version: 3, sources: ['webpack://checked/./src/pages.jsx'], names: [] },
    // Each line is that of the source.
    mappings: `AAAA${';AACA'.repeat(80)}`,
  });
  const none = { sync: [], async: [] };
  await write('dist/mf-manifest.json', {
    ...{ id: 'notes_checked', name: 'notes_checked' },
    metaData: {
      ...{ globalName: 'notes_checked', publicPath: 'auto' },
      remoteEntry: { name: 'remoteEntry.js', path: '', type: 'global' },
    },
    shared: ['react', 'react/jsx-runtime'].map((one) => ({
      ...{ name: one, version: '19.3.1', singleton: true, requiredVersion: '^19.0.0' },
    })),
    exposes: [{ path: './routes', name: 'routes', assets: { js: none, css: none } }],
  });
  return join(home, 'dist');
}

const check = (dist: string, ...more: string[]) => {
  const { environment, siteUrl } = sharedHouse();
  return runRelease(environment, 'check', dist, '--site', siteUrl, ...more);
};

test('a build that does what it should passes in the pages of the site', async () => {
  const dist = await built('fine', '/checked', '/checked-mounted');
  const said = await check(dist, '--browser', '--page', '/checked/7');
  expect(said).toMatch(/ok +pages +\/checked shows, after \d+ ms\.\n/);
  expect(said).toMatch(/ok +pages +\/checked-mounted shows, after \d+ ms\.\n/);
  expect(said).toMatch(/ok +pages +\/checked\/7 shows, after \d+ ms\.\n/);
  expect(said).toMatch(/\nNothing failed\.$/);
});

test('what a build throws, what the policy refuses and what has no name is found', async () => {
  const said = await check(await built('faulty', ...paths), '--browser').then(
    () => 'passed',
    ({ message }: Error) => message,
  );
  expect(said).toMatch(/ok +pages +\/checked shows/);
  expect(said).toMatch(/failed +pages +\/checked-throws does not show\./);
  expect(said).toMatch(
    /failed +thrown +Error: no account, at src\/pages\.jsx:\d+ \(on \/checked-throws\)/,
  );
  expect(said).toMatch(
    /failed +policy +connect-src refuses https:\/\/elsewhere\.example\/x, asked for by src\/pages\.jsx:\d+\. Declare it in remote\.json.*"https:\/\/elsewhere\.example"/,
  );
  expect(said).toMatch(
    /failed +policy +require-trusted-types-for refuses Element innerHTML, .*DOMPurify.* ask the site for the opening cleanedMarkup/,
  );
  expect(said).toMatch(
    /failed +policy .*pages\.jsx:\d+\. It makes code of a text \(eval, new Function\)/,
  );
  expect(said).toMatch(
    /failed +missing +Nothing is at \/leaf\.svg, a file of the build at a fixed/,
  );
  expect(said).toMatch(/warning +names +.*<button/);
  expect(said).toMatch(/not verified +pages +Not opened: \/checked\/:id\./);
});

test('what a build needs of the policy is compared with what the site opens', async () => {
  const dist = await built('needing', '/checked');
  const declared = JSON.parse(await readFile(join(dist, '../remote.json'), 'utf8'));
  const policy = { needs: ['policies:dompurify', 'wasm', 'injectedStyles'] };
  await writeFile(join(dist, '../remote.json'), JSON.stringify({ ...declared, policy }));
  expect(await check(dist)).toMatch(
    /warning +openings +wasm holds once a manager has approved it \("settings mfe-checked --approve wasm"\), and the build is live\. injectedStyles is not open in these pages: ask the site for it \(site\.config\.ts\)\.\n/,
  );
});

test('--serve has those pages for tests of a team’s own, and ends when it is told to', async ({
  page,
}) => {
  const dist = await built('served', '/checked');
  const [port = 0] = await freePorts(1);
  const url = `http://localhost:${port}`;
  const words = ['check', dist, '--site', sharedHouse().siteUrl, '--serve', '--port', `${port}`];
  const end = await runUntilAnswers(folder, [inProject('platform/cli/src/main.ts'), ...words], url);
  try {
    await page.goto(`${url}/checked`);
    await expect(page.getByRole('heading', { name: 'Checked' })).toBeVisible();
    const part = page.locator('[data-part="mfe-checked"]');
    await expect(part).toHaveAttribute('data-build', /^1\.0\.0-[0-9a-f]{12}$/);
    // An open page would complain of the server that goes.
    await page.goto('about:blank');
  } finally {
    await end();
  }
});

test('why --browser says what a page says of itself, below what the registry says', async () => {
  const { environment, siteUrl } = sharedHouse();
  const words = ['why', 'mfe-ledger', '--browser', '--site', siteUrl, '--page', '/transfers'];
  const said = await runRelease(environment, ...words);
  expect(said).toMatch(/^mfe-ledger on production, revision \d+\n/);
  expect(said).toMatch(
    /\nall +(\S+) +revision .*\n\n## mfe-ledger, “.*”\nRuns build \1: it is live/s,
  );
  expect(said).toMatch(/\nreact \| 19\.\S+ \| the shell’s \| /);
  expect(said).toMatch(/\nFirst drawn \| \d+ ms\n/);
});
