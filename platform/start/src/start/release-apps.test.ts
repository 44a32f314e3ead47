import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenAnywhere } from '@tallystick/store/free-ports.testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openChildren } from '../process/children.ts';
import { consoleLink } from './release-apps.ts';

const link = { url: 'http://localhost:4300/#sign-in=once', expiresAt: '2026-11-25T12:00:00.000Z' };

it("asks this machine's registry by this machine's key, whatever the shell is set up for", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  writeFileSync(join(folder, 'release.key'), 'of-this-machine');
  const server = createServer((request, response) => {
    const own = request.headers.authorization === 'Bearer of-this-machine';
    response.writeHead(own ? 200 : 500).end(JSON.stringify(link));
  });
  const port = await listenAnywhere(server);
  onTestFinished(() => {
    server.close();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const shell = {
    DATA_DIR: folder,
    ADMIN_PORT: String(port),
    RELEASE_URL: 'https://console.example',
    RELEASE_TOKEN: 'of-a-team',
    RELEASE_ID_TOKEN: 'of-a-run',
    RELEASE_ID_TOKEN_FILE: join(folder, 'of-a-run'),
  };
  for (const [name, value] of Object.entries(shell)) vi.stubEnv(name, value);
  const command = [join(import.meta.dirname, '../../../cli/src/main.ts')] as const;
  expect(await consoleLink(command, openChildren(folder))).toEqual({ ok: true, value: link.url });
});
