import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { builders, builtBy, bundle, expectNotes } from './conformance/builders.ts';
import { checks } from './conformance/checks.ts';
import { type BuiltFolder, makeSubject } from './conformance/make-subject.ts';
import { inNewBrowser, type Stage, type Subject, ship } from './conformance/subject.ts';
import { bundlersDocument, tableFile } from './conformance/table.ts';
import { runRelease } from './house/house.ts';
import { type Desk, openDesk } from './house/release-desk.ts';
import { type SideHouse, startSideHouse } from './house/side-house.ts';
import { houseTimeout, sharedHouse } from './house/test.ts';

// What a build of a remote must do, whoever has built it. It is asked of a build by each bundler that we know.

const { CHECK_WRITE } = process.env;
/** The bundlers whose builds are tried: for a change the kit's alone, for a proof all. */
const tried = proving ? builders : (['kit'] as const);
/** Builds of each; only `triedElsewhere` needs the second. */
const wanted = proving ? (['one', 'two'] as const) : (['one'] as const);

let house: SideHouse;
let desk: Desk;
let folder: string;
const subjects = new Map<string, Subject>();
/** What came of each check, by builder. */
const found = new Map<string, Map<string, string>>();

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  house = await startSideHouse(sharedHouse());
  desk = await openDesk(house);
  folder = await mkdtemp(join(tmpdir(), 'tallystick-conformance-'));
  // Wrong builds are only inspected.
  const wrong = proving ? ['alone', ...fixed].map((name) => bundle(name, folder, ['one'])) : [];
  await Promise.all([...wrong, ...tried.map((name) => bundle(name, folder, wanted))]);
  for (const name of tried) await add(name, builtBy(name, folder, wanted));
});
test.afterAll(async () => {
  await house?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function add(name: string, built: BuiltFolder): Promise<void> {
  const subject = await makeSubject(built, house, desk);
  subjects.set(name, subject);
  found.set(subject.label, new Map());
}

function subjectOf(name: string): Subject {
  const subject = subjects.get(name);
  if (subject === undefined) throw new Error(`${name} was not published`);
  return subject;
}

/** Builds with the path of their files that the bundler has by itself. */
const fixed = ['rsbuild-fixed', 'vite-fixed'];
/** Checks that other files have for the kit's builds: changed files are in `ladder.spec.ts`. Here they are for a proof. */
const triedElsewhere = ['entry', 'scripts', 'styles', 'swap', 'recall', 'ladder'];

for (const name of tried) {
  for (const check of checks) {
    if (!proving && triedElsewhere.includes(check.name)) continue;
    test(`${name}, ${check.name}: ${check.what}`, async ({ browser }) => {
      const subject = subjectOf(name);
      const says = await check.run(subject, { house, desk, browser });
      found.get(subject.label)?.set(check.name, says);
    });
  }
}

if (proving) {
  test('all of them live in one page, one after the other', async ({ browser }) => {
    const stage = { house, desk, browser };
    for (const name of builders) await ship(stage, subjectOf(name), 'one');
    await inNewBrowser(stage, async (page) => {
      await page.goto(`${house.siteUrl}/notes-webpack`);
      for (const name of [...builders, ...builders]) {
        const link = page.getByRole('link', { name, exact: true }).first();
        // The menu has no place for all of them.
        if (!(await link.isVisible())) await page.getByRole('button', { name: 'More' }).click();
        await link.click();
        await expectNotes(page, name, 'one');
      }
    });
  });

  test('a build with a React of its own is found out', async ({ browser }) => {
    const stage: Stage = { house, desk, browser };
    const built = {
      label: 'alone',
      folder: join(folder, 'alone/one/dist'),
      options: [],
      next: null,
    };
    const alone = await makeSubject(built, house, desk);
    for (const [name, words] of [
      ['folder', 'react is not shared as a singleton'],
      ['one React', 'scripts in which a React ran'],
    ]) {
      const check = checks.find((one) => one.name === name);
      await expect(check?.run(alone, stage)).rejects.toThrow(words);
    }
  });

  for (const name of fixed) {
    test(`${name}: a build whose files are asked for elsewhere is found out`, async () => {
      const dist = join(folder, name, 'one/dist');
      await expect(runRelease(house.environment, 'check', dist)).rejects.toThrow(
        /failed +own path .*\n(?!.*failed )/,
      );
    });
  }

  test('docs/bundlers.md says what was found', async () => {
    // After a failure a new worker knows nothing of what was found before.
    const names = checks.map(({ name }) => name);
    for (const [label, cells] of found) expect([...cells.keys()], label).toEqual(names);
    const document = bundlersDocument(checks, found);
    if (CHECK_WRITE === 'on') await writeFile(tableFile, document);
    expect(await readFile(tableFile, 'utf8')).toBe(document);
  });
}
