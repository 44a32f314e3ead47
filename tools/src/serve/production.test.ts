import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inProject } from '../project.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-production-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function run(script: string, words: readonly string[], settings: Record<string, string>) {
  const [site, ledger, admin] = await freePorts(3);
  const ports = { SITE_PORT: `${site}`, BACKEND_PORT: `${ledger}`, ADMIN_PORT: `${admin}` };
  return spawnSync(process.execPath, [inProject(script), ...words], {
    // Where it starts, it stays.
    timeout: 200_000,
    env: { ...nodeVariables, ...ports, DATA_DIR: join(folder, 'data'), DEMO: 'off', ...settings },
    encoding: 'utf8',
  });
}

const addresses = {
  SITE_URL: 'https://ledger.example',
  LEDGER_URL: 'https://api.ledger.example',
};

// Each program asks the same for both addresses (identity-problem.test.ts).
it.each([
  ['the site server', 'platform/site/src/main.ts', [], 'SITE_URL'],
  ['the ledger service', 'backend/src/main.ts', [], 'LEDGER_URL'],
  ['the prebuilt site server', 'tools/src/prebuilt/tallystick.ts', ['serve', 'site'], 'LEDGER_URL'],
  ['the start of everything', 'tools/src/start.ts', [], 'SITE_URL'],
] as const)(
  '%s does not start at an address without FIREBASE_API_KEY, and says what to set',
  async (_what, script, words, name) => {
    const url = addresses[name];
    const { status, stderr } = await run(script, words, { [name]: url });
    expect(stderr).toContain(`${name}=${url} is not an address of this machine`);
    expect(stderr).toContain(
      'Set FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN and FIREBASE_PROJECT_ID.\n',
    );
    expect(status).toBe(1);
  },
);
