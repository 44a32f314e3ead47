import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { inlinedJson } from '../inlined.ts';
import { makeRemote } from '../remote.testing.ts';
import { siteOrKept } from './kept-site.ts';
import { runDev } from './run-dev.ts';
import { endAll, freePort, listening, sitePage } from './stub-site.testing.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
/** A bundler begins, beside other tests. */
const patience = { timeout: 180_000 };

it('takes --remote for no page by itself', async () => {
  const options = { standalone: true, remote: 'http://localhost:3000/mf-manifest.json' };
  await expect(runDev(makeRemote('first'), options)).rejects.toThrow(
    '--remote is for a page inside a site: leave out --standalone',
  );
});

it('names a port that there is where the last one is taken', async () => {
  const server = createServer((_asked, answer) => answer.end(sitePage('http://api.test')));
  const site = `http://localhost:${await listening(server)}`;
  const last = createServer().listen(65_535, 'localhost');
  // Where it cannot listen, something else has the port.
  await once(last, 'listening').catch(() => {});
  onTestFinished(() => endAll([server, last]));
  await expect(runDev(makeRemote('first'), { site, port: '65535' })).rejects.toThrow(
    'Port 65535 is taken: end what uses it, or take another, --port 65534',
  );
});

it('says that what it begins with does not build, and goes on once it is mended', async () => {
  const server = createServer((_asked, answer) => answer.end(sitePage('http://api.test')));
  const site = `http://localhost:${await listening(server)}`;
  const folder = makeRemote('first');
  const routes = join(folder, 'src/routes.tsx');
  const whole = readFileSync(routes, 'utf8');
  writeFileSync(routes, `${whole}(`);
  const port = await freePort();
  const words = [cli, 'dev', folder, '--site', site, '--port', `${port}`];
  const command = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    command.kill();
    await once(command, 'exit');
    endAll([server]);
  });
  let said = '';
  for (const stream of [command.stdout, command.stderr]) {
    stream.on('data', (data) => (said += data));
  }
  await expect.poll(() => said, patience).toContain('It does not build yet');
  expect(said).toContain('src/routes.tsx');
  expect(said).not.toContain('is your working copy');
  writeFileSync(routes, whole);
  const line = `mfe-note is your working copy, all else is ${site} as released: http://localhost:${port}/notes\n`;
  await expect.poll(() => said, patience).toContain(line);
});

it('shows the remote by itself while the site does not answer, with what that said last', async () => {
  const server = createServer((_asked, answer) => answer.end(sitePage('http://api.test')));
  const site = `http://localhost:${await listening(server)}`;
  const folder = makeRemote('first');
  const inSite = { site, port: `${await freePort()}` };
  await siteOrKept(folder, site);
  endAll([server]);
  const refusal = new RegExp(
    `^${site} is no running site \\(.*ECONNREFUSED.*\\): start one \\(npm start\\), or name another with --site\\. By itself it can be shown: dev --standalone --site ${site}$`,
  );
  await expect(runDev(folder, inSite)).rejects.toThrow(refusal);
  const other = { ...inSite, site: 'http://localhost:1', standalone: true };
  await expect(runDev(folder, other)).rejects.toThrow('http://localhost:1 is no running site');

  const words = [cli, 'dev', folder, '--standalone', '--site', site, '--port', inSite.port];
  const command = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    command.kill();
    await once(command, 'exit');
  });
  let said = '';
  for (const stream of [command.stdout, command.stderr]) {
    stream.on('data', (data) => (said += data));
  }
  const line = `mfe-note, by itself: http://localhost:${inSite.port}/notes\n`;
  await expect.poll(() => said, patience).toContain(line);
  expect(said).toMatch(/with --site\. Meanwhile it has the site's settings of \S+ \S+ UTC, and /);
  const page = await (await fetch(`http://localhost:${inSite.port}/notes`)).text();
  expect(inlinedJson(page, 'site-configuration')).toContain('Bakery');
});
