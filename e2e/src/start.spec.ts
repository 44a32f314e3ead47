import { chmod, cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openToOthers } from '@tallystick/shared/testing/open-to-others';
import { type Running, runCommand, runNpmStart } from './house/command.ts';
import { type House, prepareHouse, removeHouse, runRelease, startHouse } from './house/house.ts';
import { openPorts, processesOf } from './house/processes.ts';
import { linesWithSecrets } from './house/secrets.ts';
import { houseTimeout, sharedHouse } from './house/test.ts';

// `npm start` itself, with a house of its own. A start costs ten seconds of a processor, so each
// test goes on from where the one before has left the house. Order the tests so that what ends one
// start comes before what the next one must do.
test.describe.configure({ mode: 'serial' });

let house: House;
let running: Running;
/** The build of one app that the first start made live. */
let auth = '';
/** All that was started, for a last look at what they wrote. */
const started: Running[] = [];

function watch(run: Running): Running {
  started.push(run);
  return run;
}

async function start(): Promise<void> {
  running = watch(runNpmStart(house.environment));
  await running.printed(/^Tallystick is ready: .*$/m);
}

/** Ends npm by a signal; resolves when nothing of the house runs any more. */
async function endBy(signal: NodeJS.Signals): Promise<void> {
  running.child.kill(signal);
  await expect.poll(() => processesOf(house)).toEqual([]);
  // What ends has no environment any more a moment before its sockets are closed.
  await expect.poll(() => openPorts(house)).toEqual([]);
}

const status = async () => JSON.parse(await runRelease(house.environment, 'status', '--json'));

test.beforeAll(async () => {
  test.setTimeout(houseTimeout);
  const shared = sharedHouse();
  house = await prepareHouse();
  await cp(shared.freshDir, house.dataDir, { recursive: true });
  await start();
});

test.afterAll(async () => {
  running.child.kill('SIGTERM');
  await running.ended;
  await removeHouse(house);
  expect(started.flatMap((run) => linesWithSecrets(run.output()))).toEqual([]);
});

test('a second start builds nothing again and ends with the ready line', async () => {
  expect(running.output()).toContain('The apps are built already');
  expect(running.output().trimEnd().split('\n').at(-1)).toBe(
    `Tallystick is ready: ${house.siteUrl}`,
  );
  const { current } = await status();
  expect(current).toMatchObject({ revision: 1, kind: 'promote', reason: 'npm start' });
  auth = `mfe-auth@${current.builds['mfe-auth']}`;
});

for (const variable of ['SITE_PORT', 'ADMIN_PORT'] as const) {
  test(`${variable} in use is one clear line`, async () => {
    const other = await prepareHouse();
    const port = house.environment[variable] ?? '';
    const failed = watch(runCommand(['start'], { ...other.environment, [variable]: port }));
    expect(await failed.ended).toBe(1);
    expect(failed.output()).toBe(
      `Port ${port} is in use; end the program that uses it, or set ${variable} to another port.\n`,
    );
    await removeHouse(other);
  });
}

test('a data folder of another start is one clear line', async () => {
  const other = await prepareHouse();
  const failed = watch(runCommand(['start'], { ...other.environment, DATA_DIR: house.dataDir }));
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toMatch(
    /^DATA_DIR=\S+ is in use by another start \(process \d+\): end that one, or set DATA_DIR to another folder\.\n$/,
  );
  await removeHouse(other);
});

test('a wrong setting is one clear line', async () => {
  const failed = watch(runCommand(['start'], { ...house.environment, DEMO: 'maybe' }));
  expect(await failed.ended).toBe(1);
  expect(failed.output()).toBe('DEMO=maybe must be one of: on, off\n');
});

test('nothing outlives npm when it gets SIGINT', async () => {
  expect(openToOthers(house.dataDir)).toEqual([]);
  await runRelease(house.environment, 'remove', 'mfe-auth', '--reason', 'an incident');
  await endBy('SIGINT');
});

test('what is kept is for its user alone, also what an earlier version left open', async () => {
  const below = await readdir(house.dataDir, { recursive: true });
  for (const name of ['', ...below]) await chmod(join(house.dataDir, name), 0o777);
  await start();
  expect(openToOthers(house.dataDir)).toEqual([]);
  // Whichever server looked first.
  const logs = ['ledger.log', 'site.log'].map((log) => join(house.dataDir, 'logs', log));
  const texts = await Promise.all(logs.map((log) => readFile(log, 'utf8')));
  expect(texts.join('')).toMatch(/^Other users of this machine could open \d+ files and folders /m);
});

test('a start undoes nothing that a person has done', async () => {
  expect((await status()).current).toMatchObject({ revision: 2, reason: 'an incident' });
  expect(running.output()).toContain(`"npm run release -- promote ${auth}"`);
  await runRelease(house.environment, 'promote', auth, '--reason', 'over');
});

test('nothing outlives npm when it gets SIGKILL', () => endBy('SIGKILL'));

test('a start says nothing of what is live again', async () => {
  await start();
  expect((await status()).current).toMatchObject({ revision: 3, reason: 'over' });
  expect(running.output()).not.toContain('promote mfe-auth');
});

test('says a link that signs in to the console, once, and where sign-in mails are shown', async ({
  page,
}) => {
  const [link = ''] = /http:\/\/localhost:\d+\/#sign-in=[\w-]{43}/.exec(running.output()) ?? [];
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Signed in as this machine' })).toBeVisible();
  expect(page.url()).toBe(`${house.adminUrl}/`);
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText('This link has already been used or has expired.')).toBeVisible();
  const outbox = `${house.ledgerUrl}/sandbox/outbox`;
  expect(running.output()).toContain(outbox);
  await page.goto(`${house.siteUrl}/auth`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'local outbox' }).click();
  const mails = await opened;
  await expect(mails.getByRole('heading', { level: 1 })).toBeVisible();
  expect(mails.url()).toBe(outbox);
});

test('without the artifact of one remote, its pages say so and the others work', async ({
  page,
}) => {
  await rm(join(house.dataDir, 'artifacts/mfe-parties'), { recursive: true });
  await page.goto(`${house.siteUrl}/user/ada`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Parties');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Latest Transactions' })).toBeVisible();
  await page.goto(`${house.siteUrl}/assets`);
  await expect(page.getByRole('heading', { name: 'Credentials & Data Assets' })).toBeVisible();
  await page.goto(`${house.siteUrl}/auth`);
  await expect(page.getByRole('heading', { name: 'Account Access' })).toBeVisible();
});

test('a service that dies ends the start and is named', async () => {
  const service = (await processesOf(house)).find(({ command }) =>
    command.includes('backend/src/main.ts'),
  );
  if (service === undefined) throw new Error('the ledger service does not run');
  process.kill(service.pid, 'SIGKILL');
  expect(await running.ended).toBe(1);
  expect(running.output()).toContain('The ledger service ended by itself');
  expect(await processesOf(house)).toEqual([]);
});

test('nothing outlives npm when it gets SIGTERM', { tag: '@proof' }, async () => {
  await start();
  await endBy('SIGTERM');
});

test('nothing outlives a start that was killed', { tag: '@proof' }, async () => {
  running = watch(await startHouse(house));
  running.child.kill('SIGKILL');
  await expect.poll(() => processesOf(house)).toEqual([]);
});
