import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readWords } from '@tallystick/command-line/read-words';
import { previews } from '@tallystick/registry/parts/previews/previews';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { releaseLine, verbNames } from './command/release-line.ts';
import { runHere, spawnRelease, startRelease, writeApp } from './release.testing.ts';
import {
  maria,
  noteOne,
  noteTwo,
  openStock,
  otherOne,
  type Stock,
  shellOne,
} from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterAll(() => stock.house.close());

describe('the command as it is run', () => {
  it('ships a build, tries it, recalls it, and says so', async () => {
    const channel = await stock.newChannel();
    const to = ['--channel', channel];
    expect(await stock.release('promote', 'mfe-note', '--reason', 'totals', ...to)).toEqual({
      code: 0,
      err: `${channel}, now at revision 1, will get:\n  mfe-note  ${noteOne} → ${noteTwo}\n`,
      out: `Done: ${channel} is at revision 2.\n`,
    });
    const recalled = await stock.release(
      'rollback',
      'mfe-note',
      '--recall',
      '--reason',
      'wrong',
      ...to,
    );
    expect(recalled).toEqual({
      code: 0,
      err: `${channel}, now at revision 2, will get:\n  mfe-note  ${noteTwo} → ${noteOne}, ${noteTwo} is recalled\n`,
      out: `Done: ${channel} is at revision 3.\n`,
    });
    expect(await stock.current(channel)).toMatchObject({
      revision: 3,
      kind: 'recall',
      by: 'this machine',
      reason: 'wrong',
      builds: { shell: shellOne, 'mfe-note': noteOne, 'mfe-other': otherOne },
      recalled: [{ app: 'mfe-note', build: noteTwo }],
    });
    const status = await stock.release('status', ...to);
    expect(status.code).toBe(0);
    expect(status.out).toMatch(
      /^Not known: no browser has reported lately\.\n .*\n\nchannel-\d+, revision 3, \d+ \w+ ago by this machine: wrong\n/,
    );
    expect(status.out).toMatch(
      /mfe-note {3}1\.0\.0-bbbbbbbbbbbb {2}live {3}\d+ \w+ ago +this machine +0 +0 +0\n/,
    );
    expect(status.out).toContain(`recall mfe-note ${noteTwo}: no tab ran it.`);
  });

  it('says which previews a recall ends, before it does', async () => {
    const channel = await stock.newChannel();
    const to = ['--channel', channel];
    await stock.here('promote', 'mfe-note', '--reason', 'totals', ...to);
    const wanted = { app: 'mfe-note', build: noteOne, channel, hours: 1, once: false };
    const opened = await previews.of(stock.house.registry).open(maria, wanted);
    if (!opened.ok) throw new Error(opened.problem);
    const { id } = opened.value.link;
    expect((await stock.here('preview', 'list', 'mfe-note')).out).toMatch(
      new RegExp(`BROWSERS +BY +ID\\n.* 0 +maria +${id}`),
    );
    const ends = `  the preview of mfe-note@${noteOne} ends (${id})\n`;
    const looked = await stock.here('rollback', 'mfe-note', '--recall', '--dry-run', ...to);
    expect(looked.out).toContain(ends.trim());
    const recalled = await stock.here(
      ...['rollback', 'mfe-note', '--recall', '--reason', 'wrong', ...to],
    );
    expect([recalled.code, recalled.err]).toEqual([0, expect.stringContaining(ends.trim())]);
    expect((await stock.here('preview', 'list', 'mfe-note')).out).toContain('No preview is open.');
  });

  it('says of one app how it does, and whose it is', async () => {
    const channel = await stock.newChannel();
    const to = ['--channel', channel];
    const links = [{ text: 'Chat', href: 'https://chat.example/notes' }];
    const owner = { team: 'Notes', links };
    const folder = await writeApp(stock.house, 'mfe-third', '1.2.0-121212121212', {}, { owner });
    await stock.here('publish', folder);
    await stock.here('promote', 'mfe-third', '--reason', 'totals', ...to);
    await stock.here('lock', 'mfe-other', '--reason', 'an incident', ...to);
    const { out } = await stock.here('status', 'mfe-third', ...to);
    expect(out).toMatch(
      /^mfe-third belongs to Notes, Chat https:\/\/chat\.example\/notes\n.*\n.*\n\nchannel-\d+, revision 2, /,
    );
    expect(out).toMatch(/^mfe-third +1\.2\.0-121212121212 +live /m);
    expect(out).not.toMatch(/mfe-other|mfe-note|shell/);
    expect(await stock.document('status', 'mfe-third', ...to)).toMatchObject({
      ...{ owner, locks: [] },
      current: { builds: { 'mfe-third': '1.2.0-121212121212' } },
    });
    const other = await stock.here('status', 'mfe-other', ...to);
    expect(other.out).toContain('mfe-other is locked by this machine: “an incident”\n');
    expect(other.out).toMatch(/\nlocked mfe-other, /);
    expect(await stock.here('status', 'mfe-notes', ...to)).toMatchObject({
      code: 1,
      err: expect.stringContaining('No build of mfe-notes was published. Did you mean "mfe-note"?'),
    });
  });

  it('has one document on standard output with --json, and no colour in a pipe', async () => {
    const { out, err, code } = await stock.release('status', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ current: null, locks: [], tabs: 0 });
    expect((await stock.release('--help')).out).not.toContain('\u001b');
  });

  it('ends quietly where whoever reads its answer has enough of it', async () => {
    const child = startRelease(stock.house, ['status', '--help']);
    child.stdout.destroy();
    expect([await text(child.stderr), ...(await once(child, 'close'))]).toEqual(['', 0, null]);
  });

  it('leaves no unfinished line on the terminal when an upload is interrupted', async () => {
    const folder = await writeApp(stock.house, 'mfe-cut', '1.0.0-121212121212');
    let sent = 0;
    const server = createServer(({ method }, response) => {
      if (method === 'GET') response.writeHead(404).end('{"code":"unknown","error":"none"}');
      // The others stay under way.
      else if (sent++ === 0) response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const terminal = 'process.stderr.isTTY=true;process.stderr.columns=80';
    const child = startRelease(stock.house, ['publish', folder], {
      RELEASE_URL: `http://127.0.0.1:${port}`,
      RELEASE_TOKEN: 'x',
      NODE_OPTIONS: `--import=data:text/javascript,${terminal}`,
    });
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
      if (said.endsWith('Sending 1 of 7 files')) child.kill('SIGINT');
    });
    expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
    // The line is drawn over with nothing.
    expect(said.split('\r\u001b[K').slice(-2)).toEqual(['Sending 1 of 7 files', '']);
  });

  it('answers a refusal with a line on standard error, and with --json a document too', async () => {
    const { out, err, code } = await stock.release(
      'promote',
      'mfe-nope',
      '--json',
      '--reason',
      'why',
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      code: 'unknown',
      error: 'No build of mfe-nope was published. Did you mean "mfe-note"?',
    });
    expect(err).toBe(
      'release: No build of mfe-nope was published. Did you mean "mfe-note"? ' +
        'Publish one, or look at what there is: builds.\n',
    );
  });

  it('says who the token is of, and that there is none', async () => {
    expect(await stock.release('whoami')).toMatchObject({
      code: 0,
      out: 'this machine, manager\n',
    });
    const none = await spawnRelease(stock.house, ['whoami'], {
      DATA_DIR: join(stock.house.folder, 'none'),
    });
    expect(none.code).toBe(4);
    expect(none.err).toMatch(/^release: There is no token: RELEASE_TOKEN is not set\. .+\n$/);
    const wrong = await spawnRelease(stock.house, ['whoami'], { RELEASE_TOKEN: 'tsr_wrong' });
    expect(wrong).toEqual({
      code: 4,
      out: '',
      err: 'release: The token is unknown, revoked or expired. Is RELEASE_TOKEN the right one?\n',
    });
  });

  it('says that nothing answers', async () => {
    const { code, err } = await spawnRelease(stock.house, ['status'], { ADMIN_PORT: '1' });
    expect(code).toBe(5);
    expect(err).toMatch(/^release: Nothing answers at http:\/\/127\.0\.0\.1:1.*RELEASE_URL\.\n$/);
  });

  it('says that what answers does not by https', async () => {
    const RELEASE_URL = `https://127.0.0.1:${stock.house.variables.ADMIN_PORT}`;
    expect(await spawnRelease(stock.house, ['status'], { RELEASE_URL })).toEqual({
      code: 5,
      out: '',
      err: `release: ${RELEASE_URL} answers, and not by https. Is it http://?\n`,
    });
  });

  it('is reached by an address and a token as well', async () => {
    const variables = {
      RELEASE_URL: `http://localhost:${stock.house.variables.ADMIN_PORT}/`,
      RELEASE_TOKEN: await stock.token('by-address', '--manager'),
      DATA_DIR: '',
      ADMIN_PORT: '',
    };
    const { code, out } = await spawnRelease(stock.house, ['whoami'], variables);
    expect([code, out]).toEqual([0, 'by-address, manager\n']);
  });
});

describe('a person at a terminal', () => {
  it('sees what will stock.change, is asked for the reason, and can leave it', async () => {
    const channel = await stock.newChannel();
    const words = ['promote', 'mfe-note', '--channel', channel];
    const left = await runHere(stock.house, words, { ask: async () => '' });
    expect(left.code).toBe(1);
    expect(left.err.split('\n')).toEqual([
      `${channel}, now at revision 1, will get:`,
      `  mfe-note  ${noteOne} → ${noteTwo}`,
      'release: Nothing was changed.',
    ]);
    const done = await runHere(stock.house, words, { ask: async () => 'totals are right again' });
    expect(done.code).toBe(0);
    expect((await stock.current(channel))?.reason).toBe('totals are right again');
  });
});

it.each([
  ['token list --days 3', 'There is no option --days of token list; it takes none.'],
  ['token revoke ci --manager', 'There is no option --manager of token revoke; it takes none.'],
  [
    'token exchange --app mfe-note --days 3',
    'There is no option --days of token exchange; it takes --app.',
  ],
  ['trust list --may preview', 'There is no option --may of trust list; it takes none.'],
  [
    'trust withdraw 1a2b3c4d --claim a=b',
    'There is no option --claim of trust withdraw; it takes none.',
  ],
  ['preview list --once', 'There is no option --once of preview list; it takes none.'],
  [
    'preview end 0123 --channel next',
    'There is no option --channel of preview end; it takes none.',
  ],
  ['webhook mfe-note --reason chat', 'There is no option --reason of webhook APP; it takes none.'],
])('%s is not understood: its option is of another use of the verb', async (words, says) => {
  const [verb] = words.split(' ');
  expect(await stock.here(...words.split(' '))).toEqual({
    code: 2,
    out: '',
    err: `release: ${says} Try: release ${verb} --help`,
  });
});

describe('help', () => {
  it.each(verbNames)('on %s has its use and an example', async (name) => {
    const { code, out } = await stock.here(name, '--help');
    expect(code).toBe(0);
    expect(out).toContain(`Usage: release ${name}`);
    expect(out).toMatch(/Examples:\n(?: {2}# .*\n)? {2}release /);
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect((await stock.here('help', name)).out).toBe(out);
  });

  it('on what is no verb says so, and what was meant', async () => {
    expect(await stock.here('help', 'stauts')).toEqual({
      code: 2,
      out: '',
      err: "release: Unknown command 'stauts'. Did you mean status? Try: release --help",
    });
  });

  it('names every verb, setting and exit code', async () => {
    const { code, out } = await stock.here('--help');
    expect(code).toBe(0);
    for (const name of verbNames) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(out).toContain('RELEASE_TOKEN');
    expect(out).toContain('7 what is kept');
    expect((await stock.here()).code).toBe(2);
  });

  it('is in a file for tools/run.mjs, which prints it before anything is installed', async () => {
    const asked = await readWords(releaseLine('npm run release --'), []);
    if (asked.ask !== 'text') throw new Error(asked.ask);
    await expect(`${asked.text}\n`).toMatchFileSnapshot('../help/release.txt');
  });
});
