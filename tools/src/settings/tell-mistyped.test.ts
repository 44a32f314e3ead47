import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isUpToDate } from '../../bootstrap/install.mjs';
import { inProject, root } from '../project.ts';

const mistyped = { STOP_DELY: '5', TRUSTED_PROXY: '127.0.0.1', LEDGER_TOKN: 'x' };
const ofPlatform = `STOP_DELY is not a setting and has no effect. Did you mean STOP_DELAY?
TRUSTED_PROXY is not a setting and has no effect. Did you mean TRUSTED_PROXIES?
`;
const ofAll = `${ofPlatform}LEDGER_TOKN is not a setting and has no effect. Did you mean LEDGER_TOKEN?
`;
/** Settings of other programs of an installation, of which nothing is to be said. */
const others = { METRICS_PORT: '9100', POSTGRES_PASSWORD: 'x', SITE_METRICS_PORT: '9101' };
const wrongHost = 'HOST=nowhere is not an address such as 0.0.0.0 or ::\n';

let folder = '';
let env: Record<string, string> = {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-mistyped-'));
  env = { ...nodeVariables, ...mistyped, ...others, DATA_DIR: join(folder, 'data') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (line: string, more: Record<string, string> = {}) => {
  const [script = '', ...words] = line.split(' ');
  const { status, stderr } = spawnSync(process.execPath, [inProject(script), ...words], {
    env: { ...env, ...more },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, stderr };
};

// Where something is missing, a command installs it first.
it.runIf(isUpToDate(root)).each([
  ['release --help', 0, ''],
  ['ledger --help', 0, ''],
  ['backup --help', 0, ''],
  ['restore --help', 0, ''],
  ['migrate --help', 0, ''],
  ['serve --help', 0, ''],
  ['bench --help', 0, ''],
  ['start', 1, wrongHost],
  ['serve site admin ledger identity', 1, wrongHost],
])('npm run %s says which variables are nearly settings', (words, status, problem) => {
  const ended = run(`tools/run.mjs ${words}`, { HOST: 'nowhere' });
  expect(ended.status).toBe(status);
  expect(ended.stderr).toContain(ofAll);
  expect(ended.stderr.replace(ofAll, '')).toContain(problem);
});

it.each([
  ['tools/src/prebuilt/tallystick.ts version', ofAll],
  ['platform/program/src/tallystick.ts --help', ofPlatform],
  ['platform/cli/src/packed.ts --help', ofPlatform],
])('%s says so, and goes on', (line, stderr) => {
  expect(run(line)).toEqual({ status: 0, stderr });
});

it.each([
  ['backend/src/main.ts', ofAll],
  ['tools/src/identity/main.ts', ofAll],
  ['tools/src/prebuilt/tallystick.ts ready site', ofAll],
  ['platform/site/src/main.ts', ofPlatform],
  ['platform/program/src/tallystick.ts start', ofPlatform],
])('%s says so before a wrong value ends it', (line, said) => {
  const { status, stderr } = run(line, { HOST: 'nowhere' });
  expect(status).toBe(1);
  expect(stderr).toContain(said);
  expect(stderr.replace(said, '')).toContain(wrongHost);
});

it('a site server knows the settings that its site declares', () => {
  const SITE_URL = 'https://ledger.example';
  const { status, stderr } = run('platform/site/src/main.ts', { SITE_URL });
  expect(status).toBe(1);
  expect(stderr).toContain(ofAll);
  expect(stderr.replace(ofAll, '')).toMatch(/^SITE_URL=\S+ is not an address of this machine/);
});

it('a server goes on after that', async () => {
  const [IDENTITY_PORT] = await freePorts(1);
  const server = spawn(process.execPath, [inProject('tools/src/identity/main.ts')], {
    env: { ...env, IDENTITY_PORT: `${IDENTITY_PORT}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = text(server.stderr);
  const [line] = await once(server.stdout, 'data');
  expect(`${line}`).toContain('Identity emulator is ready');
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  expect(await said).toBe(ofAll);
});
