import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  declaration,
  endAll,
  freePort,
  listening,
  manifest,
  sitePage,
} from '../../../platform/build/src/dev/stub-site.testing.ts';
import { inProject } from '../project.ts';
import { bundleCommand } from './bundle-command.ts';

let folder: string;
let command: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-packed-'));
  command = join(folder, 'tallystick-release.mjs');
  await bundleCommand(inProject('platform/cli/src/packed.ts'), command);
  await writeFile(join(folder, 'remote.json'), JSON.stringify(declaration));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the packed command in an empty folder with a remote.json: nothing else is installed there. */
function start(...words: string[]) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [command, 'dev', ...words], {
    cwd: folder,
    env: { PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const run = { said: '', ended };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => (run.said += data));
  }
  return run;
}

it('the packed release command has pages with a development server in them, without a bundler', async () => {
  const site = createServer((_asked, answer) => {
    answer.setHeader('content-type', 'text/html').end(sitePage('http://api.test'));
  });
  const own = createServer((_asked, answer) => answer.end(JSON.stringify(manifest)));
  onTestFinished(() => endAll([site, own]));
  const siteUrl = `http://localhost:${await listening(site)}`;
  const ownUrl = `http://localhost:${await listening(own)}`;
  const port = await freePort();
  const named = ['--site', siteUrl, '--remote', `${ownUrl}/mf-manifest.json`];
  const run = start(...named, '--port', `${port}`);
  const line = `notes is your working copy, all else is ${siteUrl} as released: http://localhost:${port}/notes\n`;
  await expect.poll(() => run.said).toContain(line);
  const page = await (
    await fetch(`http://localhost:${port}/notes`, { headers: { accept: 'text/html' } })
  ).text();
  const [build] = /0\.0\.0-dev-[0-9a-f]{12}/.exec(page) ?? [];
  const address = `http://localhost:${port}/artifacts/notes/${build}/working-copy.js`;
  const script = await (await fetch(address)).text();
  expect(script).toMatch(/^var tallystick_working_copy=\(WORKING_COPY=>\{/);
  expect(script).toContain(`"entry":"${ownUrl}/remote-entry.js"`);
});

it('it says what it lacks', async () => {
  const said = async (...words: string[]) => {
    const run = start(...words);
    const [code] = await run.ended;
    return `${code} ${run.said}`;
  };
  expect(await said('--site', 'http://localhost:9')).toContain(
    '2 release: Name the manifest of your development server: --remote http://localhost:5173/',
  );
  expect(await said('--remote', 'http://localhost:9/mf-manifest.json')).toContain(
    '2 release: Name the site whose pages they are: --site https://',
  );
  expect(
    await said('--site', 'http://localhost:9', '--remote', 'http://localhost:9/mf-manifest.json'),
  ).toContain('is no federation manifest: does your development server run?');
});
