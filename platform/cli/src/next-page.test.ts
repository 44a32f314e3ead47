import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { testPlace } from '@tallystick/store/test-place.testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandHome, runHere, spawnRelease, writeApp } from './release.testing.ts';

// The site server itself, as `npm start` runs it: a process with both of its listeners.
const siteServer = join(import.meta.dirname, '../../site/src/main.ts');
// RELEASE_TURNS=100 for the long run.
const turns = Number(process.env.RELEASE_TURNS ?? 2);
/** One turn in so many runs the command in a process of its own; the others run it here. */
const spawnEach = 5;

const one = '1.0.0-bbbbbbbbbbbb';
const two = '1.1.0-cccccccccccc';

let home: CommandHome;
let server: ChildProcess;
let siteUrl = '';
beforeAll(async () => {
  const place = await testPlace('tallystick-next-page-');
  const [site = 0, admin = 0] = await freePorts(2);
  siteUrl = `http://127.0.0.1:${site}`;
  home = { folder: place.DATA_DIR, variables: { ...place, ADMIN_PORT: String(admin) } };
  const { PATH = '' } = process.env;
  server = spawn(process.execPath, [siteServer], {
    env: { PATH, ...nodeVariables, ...home.variables, SITE_PORT: String(site) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await printed(server, 'Site server is ready');
  const folders = [
    await writeApp(home, 'shell', '1.0.0-aaaaaaaaaaaa'),
    await writeApp(home, 'mfe-note', one),
    await writeApp(home, 'mfe-other', '1.0.0-dddddddddddd'),
    await writeApp(home, 'mfe-note', two),
  ];
  for (const folder of folders) {
    expect(await runHere(home, ['publish', folder])).toMatchObject({ code: 0 });
  }
});
afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await rm(home.folder, { recursive: true, force: true });
});

it(`has what the command did in the very next page load, ${turns} times out of ${turns}`, async () => {
  const begin = ['promote', 'shell', 'mfe-note@1.0.0', 'mfe-other', '--reason', 'the beginning'];
  expect(await runHere(home, begin)).toMatchObject({ code: 0 });
  const others = await otherFiles();

  let wrong = 0;
  for (let turn = 1; turn <= turns; turn += 1) {
    const forward = turn % 2 === 1;
    const words = forward
      ? ['promote', 'mfe-note@1.1.0', '--reason', `turn ${turn}`]
      : ['rollback', 'mfe-note', '--to', '1.0.0', '--reason', `turn ${turn}`];
    const run = turn % spawnEach === 0 ? spawnRelease : runHere;
    expect(await run(home, words)).toMatchObject({ code: 0 });
    const { revision, build } = await nextPage();
    if (revision !== turn + 1 || build !== (forward ? two : one)) wrong += 1;
  }
  expect(wrong).toBe(0);
  expect(await otherFiles()).toEqual(others);
});

/** The revision of the page that is loaded now, and its build of mfe-note. */
async function nextPage(): Promise<{ revision: number; build: string | undefined }> {
  const html = await (await fetch(`${siteUrl}/`)).text();
  const json = /<script type="application\/json" id="release">(.*?)<\/script>/.exec(html)?.[1];
  const document = await readRelease(json ?? 'null', openUnverified);
  const { build } = document.remotes.find(({ name }) => name === 'mfe-note') ?? {};
  return { revision: document.revision, build };
}

/** The bytes of everything but mfe-note that a page may load. */
async function otherFiles(): Promise<Record<string, string>> {
  const paths = [
    'shell/1.0.0-aaaaaaaaaaaa/main.js',
    'shell/1.0.0-aaaaaaaaaaaa/main.css',
    'mfe-other/1.0.0-dddddddddddd/remote-entry.js',
    'mfe-other/1.0.0-dddddddddddd/routes.js',
  ];
  const files: Record<string, string> = {};
  for (const path of paths) {
    const answer = await fetch(`${siteUrl}/artifacts/${path}`);
    expect(answer.status).toBe(200);
    files[path] = await answer.text();
  }
  return files;
}

/** Resolves once a process has said something; rejects if it ends before. */
async function printed({ stdout }: ChildProcess, words: string): Promise<void> {
  let said = '';
  for await (const part of stdout?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? []) {
    said += String(part);
    if (said.includes(words)) return;
  }
  throw new Error(`The site server ended: ${said}`);
}
