import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '@tallystick/start/process/child';
import { expect, it, onTestFinished } from 'vitest';

it('leaves no temporary files when it is ended in the middle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const made = join(folder, 'made');
  const command = `mktemp -d > '${made}' && exec sleep 600`;
  const script = `
    import { runWithChromium } from ${JSON.stringify(import.meta.resolve('./with-chromium.ts'))};
    await runWithChromium(${JSON.stringify(command)}, 600_000);`;
  const child = startChild({
    name: 'x',
    command: ['--input-type=module', '-e', script],
    // What only says its version is enough of a browser here.
    environment: { CHROMIUM_PATH: process.execPath },
    log: join(folder, 'log'),
  });
  await expect.poll(() => existsSync(made) && readFileSync(made, 'utf8')).toMatch(/\S\n$/);
  const place = readFileSync(made, 'utf8').trim();
  expect(existsSync(place)).toBe(true);
  child.tell('SIGINT');
  expect(await child.ended).toBe(130);
  expect(existsSync(place)).toBe(false);
});
