import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '../project.ts';

/** Two processes that start at once take more than a minute on a busy machine. */
const starting = { timeout: 300_000 };
const children: ChildProcess[] = [];
let folder: string;
let variables: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-serve-'));
  const [site, ledger, admin] = await freePorts(3);
  variables = {
    DEMO: 'off',
    SITE_PORT: `${site}`,
    BACKEND_PORT: `${ledger}`,
    ADMIN_PORT: `${admin}`,
  };
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

function serve(words: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [inProject('tools/src/serve.ts'), ...words], {
    env: { ...nodeVariables, ...variables, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  const end = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], err]) => ({
    code,
    err,
  }));
  return { child, end };
}

it.each([
  [['shop'], 'There is no server "shop". Name what this process serves: site, admin, ledger, ide'],
  [[], 'Name what this process serves: site, admin, ledger, identity; several if you like.'],
])('refuses to serve %j', async (words, problem) => {
  const { code, err } = await serve(words).end;
  expect(code).toBe(2);
  expect(err).toContain(problem);
});

// Once over the data folder's own server, which the first of them starts, and once over another one.
describe.each(['DATA_DIR', 'DATABASE_URL'])(
  'each server as a process of its own, by %s',
  { timeout: 240_000 },
  (named) => {
    const status = (port: string | undefined) =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        (answer) => answer.status,
        () => 0,
      );

    it('starts whatever runs already, and outlives the others', async () => {
      const url = named === 'DATABASE_URL' ? { DATABASE_URL: await copyDatabase('template1') } : {};
      const more = { DATA_DIR: join(folder, named), ...url };
      const { ADMIN_PORT, BACKEND_PORT, SITE_PORT } = variables;
      const ports = [SITE_PORT, BACKEND_PORT, ADMIN_PORT];
      const site = serve(['site'], more);
      await expect.poll(() => status(SITE_PORT), starting).toBe(200);
      const [admin] = [serve(['admin'], more), serve(['ledger'], more)];
      await expect.poll(() => Promise.all(ports.map(status)), starting).toEqual([200, 200, 200]);
      admin.child.kill('SIGKILL');
      await admin.end;
      expect(await Promise.all(ports.map(status))).toEqual([200, 200, 0]);
      serve(['admin'], more);
      await expect.poll(() => status(ADMIN_PORT), starting).toBe(200);
      site.child.kill('SIGTERM');
      expect(await site.end).toEqual({ code: 0, err: '' });
      expect(await Promise.all(ports.map(status))).toEqual([0, 200, 200]);
    });
  },
);
