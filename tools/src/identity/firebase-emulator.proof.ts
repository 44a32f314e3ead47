import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@tallystick/store/free-ports.testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { identityService } from './identity-service.ts';
import { playSignIn } from './play.testing.ts';

/** Firebase's own emulator, which nothing else needs. */
const firebaseTools = 'firebase-tools@15.34.2';

const service = await identityService('demo-tallystick', (answer) => answer);
let folder: string;
let real: Awaited<ReturnType<typeof startEmulator>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-firebase-'));
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', firebaseTools];
  await promisify(execFile)('npm', words, { cwd: folder, maxBuffer: 2 ** 26 });
  real = await startEmulator(folder);
  await real.ready;
});
afterAll(async () => {
  await real.end();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

it("answers the SDK as Firebase's own emulator does", async () => {
  const ours = await playSignIn(await service.listen({ host: '127.0.0.1', port: 0 }));
  const theirs = await playSignIn(real.url);
  expect(ours.heard.length).toBeGreaterThan(10);
  expect(theirs.told).toEqual(ours.told);
  expect(theirs.refused).toEqual(ours.refused);
  expect(theirs.signedOut).toEqual(ours.signedOut);
  // Theirs say more, such as when a token was last renewed, which the SDK does not read.
  expect(theirs.heard).toMatchObject(ours.heard);
});

/** Starts it by its command line, alone, in a folder where it is installed. */
async function startEmulator(folder: string) {
  const [port, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const emulators = {
    auth: { host: '127.0.0.1', port },
    hub: { host: '127.0.0.1', port: hub },
    logging: { host: '127.0.0.1', port: logging },
    ui: { enabled: false },
  };
  await writeFile(join(folder, 'firebase.json'), JSON.stringify({ emulators }));
  const child = spawn(
    join(folder, 'node_modules/.bin/firebase'),
    ['emulators:start', '--only', 'auth', '--project', 'demo-tallystick'],
    { cwd: folder, stdio: 'ignore', env: { ...process.env, CI: 'true' } },
  );
  const url = `http://127.0.0.1:${port}`;
  const end = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  const ready = vi.waitFor(() => fetch(url), { timeout: 300_000, interval: 250 });
  return { url, end, ready };
}
