import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@tallystick/store/free-ports.testing';
import { inPidNamespace } from '@tallystick/store/pid-namespace.testing';
import { testPlace } from '@tallystick/store/test-place.testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ledgerLines,
  type Running,
  removeFolder,
  startLedger,
  startService,
} from '../cli/cli.testing.ts';
import { serverProcesses } from '../cli/server-processes.testing.ts';
import { createResumingReader } from '../live/resuming-reader.testing.ts';
import { createCodeClients } from '../sandbox/code-clients.testing.ts';
import { openStore } from '../store/store.ts';

/** What is killed: the service, the service with all of its container, or a part of the data folder's own server. */
type Victim = 'container' | 'service' | 'supervisor' | 'postgres' | 'connection';
const places = {
  'in its data folder': ['container', 'supervisor', 'postgres', 'connection'],
  'at DATABASE_URL': ['container', 'service'],
} as const satisfies Record<string, readonly Victim[]>;

const transfers = 3_000;
const parties = 154;
const codeClients = 3;

describe.each(['in its data folder', 'at DATABASE_URL'] as const)(
  'a service with a ledger %s',
  (where) => {
    const victims = places[where];
    /** How often something is killed; the proof takes 20 and more. */
    const kills = Number(
      process.env.LEDGER_KILLS ?? (where === 'at DATABASE_URL' ? 1 : victims.length),
    );
    const victimOf = (round: number): Victim => victims[round % victims.length] ?? 'service';
    let folder: string;
    let variables: Record<string, string>;
    const running = new Set<Running>();
    beforeEach(async () => {
      const place = await testPlace('tallystick-kill-');
      folder = place.DATA_DIR;
      variables = {
        ...(where === 'at DATABASE_URL' ? place : { DATA_DIR: folder }),
        BACKEND_PORT: String(await freePort()),
        LOG_LEVEL: 'error',
        LIMIT_PER_ADDRESS: '999999999',
        LIMIT_STORE_SECONDS: '999999999',
        TRUSTED_PROXIES: '127.0.0.1',
      };
    });
    afterEach(async () => {
      for (const one of running) await kill(one);
      await removeFolder(folder);
    });

    async function start(contained: boolean): Promise<Running & { origin: string }> {
      const service = await startService(variables, contained ? inPidNamespace : []);
      running.add(service);
      return service;
    }

    /** The command; `acknowledged` resolves, when it has ended, with the lines that it says are kept. */
    function startImport(lines: readonly string[]) {
      const command = startLedger(['import', '-'], variables);
      running.add(command);
      command.child.stdin?.end(lines.join(''));
      const acknowledged = async () => {
        const code = await command.ended;
        if (code === 0) return lines.length;
        const kept = /read up to line ([\d,]+) is kept/.exec(command.errors())?.[1] ?? '0';
        return Number(kept.replaceAll(',', ''));
      };
      return { ...command, acknowledged };
    }

    /** Starts another on the same data, in a container of its own, and ends it. */
    async function startSecond(): Promise<void> {
      const other = { ...variables, BACKEND_PORT: String(await freePort()) };
      await kill(await startService(other, inPidNamespace));
    }

    async function kill(one: Running): Promise<void> {
      one.child.kill('SIGKILL');
      await one.ended;
      running.delete(one);
    }

    it(`has lost nothing that it had acknowledged, and does nothing twice, ${kills} times`, async () => {
      const seen = { inTheMiddle: 0, acknowledged: 0, codes: 0, passedBefore: 0, events: 0 };
      const isContained = (round: number) =>
        inPidNamespace !== undefined && round < kills && victimOf(round) === 'container';
      let service = await start(isContained(0));
      const { origin } = service;
      const reader = createResumingReader(origin);
      const clients = createCodeClients(origin);
      const all = ledgerLines(transfers * kills);
      const cast = all.slice(0, parties);
      await reader.connect();
      for (let round = 0; round < kills; round += 1) {
        const victim = victimOf(round);
        const isOfServer = victim !== 'container' && victim !== 'service';
        const at = parties + round * transfers;
        const lines = [...cast, ...all.slice(at, at + transfers)];
        const before = reader.told.length;
        const importing = startImport(lines);
        const enough = new AbortController();
        const signIns = Array.from({ length: codeClients }, () => clients.goOn(enough.signal));
        await expect.poll(() => reader.told.length, { timeout: 120_000 }).toBeGreaterThan(before);
        await wait(randomInt(0, 1_200));
        if (isContained(round)) await startSecond();
        if (isOfServer) {
          const { others, ...own } = serverProcesses(folder);
          const connection = others[randomInt(0, others.length)] ?? own.postgres;
          process.kill({ ...own, connection }[victim], 'SIGKILL');
        } else {
          // The command has the database to itself: it is killed as well.
          await Promise.all([kill(service), kill(importing)]);
        }
        enough.abort();
        const acknowledged = await importing.acknowledged();
        running.delete(importing);
        await Promise.all(signIns);
        const changes = isContained(round + 1) && isOfServer;
        if (changes) await kill(service);
        // In other rounds the service goes on by itself, and so does its stream.
        if (changes || !isOfServer) {
          await reader.cut();
          service = await start(isContained(round + 1));
          await reader.connect();
        }
        const signedIn = await clients.repeat();
        expect(signedIn.problems).toEqual([]);

        // Run again: what was acknowledged is there, and the rest comes, each transfer once.
        const again = startImport(lines);
        expect(await again.acknowledged(), again.errors()).toBe(lines.length);
        running.delete(again);
        const [unchanged = 0] = counts(again.output(), /([\d,]+) unchanged/);
        expect(unchanged).toBeGreaterThanOrEqual(acknowledged);
        const total = (round + 1) * transfers;
        await expect.poll(() => reader.told.length, { timeout: 120_000 }).toBe(total);
        if (unchanged < lines.length && unchanged > parties) seen.inTheMiddle += 1;
        seen.acknowledged += acknowledged;
        seen.codes += signedIn.codes;
        seen.passedBefore += signedIn.passedBefore;
      }
      seen.events = reader.told.length;
      service.child.kill('SIGTERM');
      await service.ended;
      running.delete(service);

      const { events, ...state } = await stateOf(variables);
      const written = kills * transfers;
      const numbers = reader.told.map((line) => Number(line.split(' ')[0]));
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(new Set(reader.told.map((line) => line.split(' ')[2])).size).toBe(written);
      // Old events are deleted from time to time; those that are left are the newest.
      expect(reader.told.slice(-events.length)).toEqual(events);
      expect(state).toEqual({ parties, transfers: written, tallied: written });
      if (process.env.LEDGER_KILLS) console.log(where, kills, 'kills', seen);
    }, 1_800_000);
  },
);

/** What the store holds; `events` have the form in which a reader gets them. */
async function stateOf({ DATA_DIR = '', DATABASE_URL }: Record<string, string>) {
  const opened = await openStore({ DATA_DIR, DATABASE_URL });
  if (!opened.ok) throw new Error(opened.problem);
  const { value: store } = opened;
  const [counted] = await store.query<Record<'parties' | 'transfers' | 'tallied', number>>(
    {
      text: `
        select
          (select count(*) from party) as parties,
          (select count(*) from transfer) as transfers,
          (select coalesce(sum(n), 0)::bigint from tally where scope = '') as tallied`,
    },
    [],
  );
  const rows = await store.query<{ line: string }>(
    {
      text: `select id || ' ' || operation || ' ' || item || ' ' || (doc->>'stat') as line from event order by id`,
    },
    [],
  );
  await store.close();
  return { ...counted, events: rows.map(({ line }) => line) };
}

const counts = (text: string, pattern: RegExp) =>
  pattern
    .exec(text)
    ?.slice(1)
    .map((part) => Number(part.replaceAll(',', ''))) ?? [];
