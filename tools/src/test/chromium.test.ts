import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findChromium } from './chromium.ts';
import type { RunCommand } from './command.ts';

let folder = '';
let commands: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
  commands = [];
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function putProgram(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '', { mode: 0o755 });
  return path;
}

/** Nothing is really run: a command succeeds if `succeeds` says so. */
function pretend(succeeds: (command: string) => boolean): RunCommand {
  return async (command) => {
    commands.push(command);
    return succeeds(command) ? 0 : 1;
  };
}

describe('findChromium', () => {
  it('takes the one that the environment names, if it runs', async () => {
    const mine = putProgram('my-browser');
    putProgram('chromium');
    vi.stubEnv('CHROMIUM_PATH', mine);
    expect(await findChromium(pretend(() => true))).toBe(mine);
  });

  it('takes the first on the machine that runs', async () => {
    const broken = putProgram('chromium');
    const chrome = putProgram('google-chrome');
    const run = pretend((command) => !command.includes(broken));
    expect(await findChromium(run)).toBe(chrome);
  });

  it('takes the one without windows before one with them', async () => {
    putProgram('chromium');
    const light = putProgram('chromium-headless-shell');
    expect(await findChromium(pretend(() => true))).toBe(light);
  });

  it("installs the system's package when Playwright has no download", async () => {
    const run = pretend((command) => {
      if (command.includes('apt-get install')) putProgram('chromium');
      return !command.includes('playwright');
    });
    expect(await findChromium(run)).toBe(join(folder, 'chromium'));
    const installs = commands.filter((command) => command.includes('install'));
    expect(installs[0]).toContain('playwright" install chromium');
    expect(installs[1]).toMatch(/install -y chromium-headless-shell \|\| .*install -y chromium\)/);
  });

  it('answers undefined when there is none to be had', async () => {
    expect(await findChromium(pretend(() => false))).toBeUndefined();
  });
});
