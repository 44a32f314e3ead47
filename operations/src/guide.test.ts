import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ledgerLines } from '@tallystick/backend/src/cli/cli.testing.ts';
import { emptyPlace, removePlaces } from '@tallystick/operations/place.testing';
import type { Environment } from '@tallystick/settings/environment';
import { openConnections } from '@tallystick/store/connections';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { nodeVariables } from '@tallystick/store/node-process.testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledPlace, ledgerOf } from './place.testing.ts';

// Every command of docs/operations.md is run, in the order in which it stands there.

const project = join(import.meta.dirname, '../..');
const guide = readFileSync(join(project, 'docs/operations.md'), 'utf8');

/** `NAME=value npm run command -- words`, inline or in a block. */
const written = /((?:[A-Z_]+=\S+ )*)npm run (\w+) -- ([^`\n#]*)/g;

/** What has no words in the guide, or needs what is not here, and what runs it. */
const runElsewhere: Readonly<Record<string, string>> = {
  build: 'e2e/src/prebuilt.spec.ts',
  chaos: 'the proof `faults`',
  ledger: 'its verbs, here',
  'ledger check-export': 'backend/src/cli/check-export.test.ts',
};

const commands = [
  ...new Map(
    [...guide.matchAll(written)].map(([line, variables = '', command = '', words = '']) => [
      line.trim(),
      { variables: variables.trim(), command, words: words.trim() },
    ]),
  ),
].filter(([, { command, words }]) => !(`${command} ${words.split(' ')[0]}` in runElsewhere));

const running = new Map<string, string>();
let place: Environment;
/** What the guide starts first, for all other commands. */
const servers = 'site admin ledger';
let site: Awaited<ReturnType<typeof serve>>;

/** Runs a command as somebody does who reads the guide. */
function start(command: string, words: readonly string[], where: Environment) {
  const { DATA_DIR, DATABASE_URL } = where;
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [join(project, 'tools/run.mjs'), command, ...words], {
    cwd: project,
    env: {
      PATH,
      ...nodeVariables,
      DEMO: 'off',
      DATA_DIR,
      ...(DATABASE_URL === undefined ? {} : { DATABASE_URL }),
      ...Object.fromEntries(running),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit');
  const done = Promise.all([said, ended]).then(([[out, err], [code]]) => ({ code, out, err }));
  return { child, done };
}

const ports = ['SITE_PORT', 'ADMIN_PORT', 'BACKEND_PORT', 'IDENTITY_PORT'];

/** Starts servers; resolves when they answer `/ready`. */
async function serve(words: readonly string[], where: Environment) {
  const names: Readonly<Record<string, string>> = {
    site: 'SITE_PORT',
    admin: 'ADMIN_PORT',
    ledger: 'BACKEND_PORT',
  };
  for (const [index, port] of (await freePorts(ports.length)).entries()) {
    running.set(ports[index] ?? '', `${port}`);
  }
  const { child, done } = start('serve', words, where);
  let ended = false;
  void done.then(() => {
    ended = true;
  });
  const asked = words.map((word) => `http://127.0.0.1:${running.get(names[word] ?? '')}/ready`);
  const isReady = (url: string) =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  const ready = () => Promise.all(asked.map(isReady));
  while (!ended && !(await ready()).every(Boolean)) await wait(50);
  return {
    ready,
    async end() {
      child.kill('SIGTERM');
      const { code, err } = await done;
      expect(err).toBe('');
      return code;
    },
  };
}

const fileOf = (name: string) => join(dirname(place.DATA_DIR), name);

/** The words of a command of the guide, with what its reader puts in. */
const wordsOf = (words: string, file: string) =>
  [...words.matchAll(/"[^"]*"|\S+/g)].map(([word]) => {
    if (word === 'APP') return 'mfe-a';
    if (word === 'FILE' || word.endsWith('.tar')) return file;
    return word.startsWith('"') ? 'as the guide says' : word;
  });

interface Ended {
  code: number | null;
  out: string;
  err: string;
  where: Environment;
}
/** A command runs once for the same words, because the guide has one backup by two names. */
const results = new Map<string, Promise<Ended>>();

/** Runs a command to its end. */
async function run(command: string, words: readonly string[]): Promise<Ended> {
  const isIntoEmpty = command === 'restore' || words[0] === 'import';
  const where = isIntoEmpty ? await emptyPlace() : place;
  return { ...(await start(command, words, where).done), where };
}

beforeAll(async () => {
  place = await filledPlace();
  site = await serve(servers.split(' '), place);
});
afterAll(async () => {
  expect(await site.end()).toBe(0);
  await removePlaces();
});

it('has all commands of the guide', () => {
  const bare = [...guide.matchAll(/npm run (\w+)(?! -- )\b(?![^`\n]* -- )/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(bare)].filter((name = '') => !(name in runElsewhere))).toEqual([]);
  expect(commands.length).toBeGreaterThan(15);
});

describe('the guide for operators', () => {
  it.each(commands)('%s', async (_line, { command, words, variables }) => {
    if (command === 'serve') {
      if (words === servers) {
        // They serve already, and what they end with is looked at after all tests.
        await expect.poll(site.ready).toEqual([true, true, true]);
        return;
      }
      const kept = [...running];
      const served = await serve(words.split(' '), place);
      for (const [name, value] of kept) running.set(name, value);
      expect(await served.end()).toBe(0);
      return;
    }
    const file = fileOf(command === 'ledger' ? 'ledger.ndjson' : 'backup.tar');
    if (words.startsWith('import')) await writeFile(file, ledgerLines(50).join(''));
    if (words.includes('--writer')) await createWriter();
    expect(variables).toMatch(/^$|^DATABASE_URL=/);
    const typed = wordsOf(words, file);
    const key = [command, ...typed].join(' ');
    const result = results.get(key) ?? run(command, typed);
    results.set(key, result);
    const { code, err, out, where } = await result;
    // Nothing is paused here: the command says so.
    if (words.startsWith('resume'))
      expect([code, err]).toEqual([1, expect.stringMatching(/mfe-a .*paused/)]);
    else expect([code, out, err]).toEqual([0, expect.stringMatching(/\S/), expect.anything()]);
    if (command === 'restore') expect(await ledgerOf(where)).toEqual(await ledgerOf(place));
  });
});

/** As the guide's `psql -c` does. */
async function createWriter(): Promise<void> {
  const [, statement = ''] = /psql -c '([^']+)'/.exec(guide) ?? [];
  const { db } = openConnections({ connectionString: place.DATABASE_URL ?? '', max: 1 });
  await sql.raw(statement.replace('…', "'secret'")).execute(db);
  await db.destroy();
}
