import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLog } from '@tallystick/guard/log/log';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestAdmin, type TestAdmin } from './admin.testing.ts';
import { writeMachineKey } from './machine-key.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const file = () => join(admin.folder, 'release.key');
const key = async () => (await readFile(file(), 'utf8')).trim();

it('lets whoever can read the folder manage the releases, and nobody else', async () => {
  await writeMachineKey(admin.registry, admin.folder);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(await admin.registry.access.authenticate(await key())).toMatchObject({
    name: 'this machine',
    scope: { kind: 'manager' },
  });
});

it('stays over a restart while it is good, and is renewed when it is not', async () => {
  await writeMachineKey(admin.registry, admin.folder);
  const first = await key();
  await writeMachineKey(admin.registry, admin.folder);
  expect(await key()).toBe(first);
  admin.ahead.by = 367 * 86_400_000;
  await writeMachineKey(admin.registry, admin.folder);
  expect(await key()).not.toBe(first);
  expect(await admin.registry.access.authenticate(await key())).not.toBeNull();
  admin.ahead.by = 0;
});

it('is renewed at a start long before its end, so that it does not end in a long run', async () => {
  const { registry, folder, close } = await openTestAdmin();
  const renewed = async () => {
    await writeMachineKey(registry, folder);
    return (await readFile(join(folder, 'release.key'), 'utf8')).trim();
  };
  const first = await renewed();
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start + 180 * 86_400_000 });
  expect(await renewed()).toBe(first);
  vi.setSystemTime(start + 190 * 86_400_000);
  const second = await renewed();
  vi.useRealTimers();
  expect(second).not.toBe(first);
  expect(await registry.access.authenticate(second)).not.toBeNull();
  await close();
});

it('is made anew for another database', async () => {
  await writeFile(file(), 'tsr_0123456789abcdef_of-another\n');
  await writeMachineKey(admin.registry, admin.folder);
  expect(await admin.registry.access.authenticate(await key())).not.toBeNull();
});

it('is in no log, nor is any other token, even when the registry is away', async () => {
  let said = '';
  const stream = { write: (line: string) => (said += line) };
  const away = await openTestAdmin({ log: openLog({ service: 'admin', level: 'info', stream }) });
  await writeMachineKey(away.registry, away.folder);
  const secret = (await readFile(join(away.folder, 'release.key'), 'utf8')).trim();
  await away.registry.close();
  const answer = await away.server.inject({
    method: 'GET',
    url: '/v1/whoami',
    headers: { authorization: `Bearer ${secret}` },
  });
  await away.server.close();
  await rm(away.folder, { recursive: true, force: true });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'unavailable' });
  expect(said).toMatch(/"route":"\/v1\/whoami","status":503,.*"reason":"unavailable"/);
  // What stands after `tsr_<id>_` may hold underscores of its own.
  expect(said).not.toContain(secret.split('_').slice(2).join('_'));
});
