import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import * as v from 'valibot';
import type { Measure } from '../measures.ts';
import { type LedgerProcess, startLedgerService, startScript } from './ledger-process.ts';
import { type LoadReport, type LoadSettings, loadReport } from './load-report.ts';
import { supply } from './supply.ts';

/** Seconds of each of the two loads; the proof takes 60. */
const seconds = Number(process.env.LIST_LOAD_SECONDS ?? 10);
const capacitySeconds = 5;
const share = 0.7;
const lanes = { capacity: 16, rate: 128 };
const mostSlower = 3;
const mostGrowth = 1.25;
const token = 'public-local';

/** What was seen with one engine, for people. */
export interface ListLoad {
  measures: Measure[];
  details: string[];
}

/**
 * Lists asked of the real service at 70 % of what it can serve on this machine, alone and while the
 * command imports: server errors, the time within which 99 of 100 are answered, and memory.
 * `data` is the ledger to begin with.
 */
export async function measureLists(
  engine: 'PGlite' | 'PostgreSQL',
  folder: string,
  data: string,
): Promise<ListLoad> {
  await mkdir(folder, { recursive: true });
  const server = engine === 'PostgreSQL' ? await startPostgres() : undefined;
  const variables = {
    DATA_DIR: join(folder, 'data'),
    LIMIT_PER_ADDRESS: '999999999',
    LIMIT_PER_CREDENTIAL: '999999999',
    ...(server && { DATABASE_URL: `${server.url}postgres` }),
  };
  await importFile(data, variables);
  const service = await startLedgerService(folder, variables);
  try {
    return await underLoad(engine, service, variables);
  } finally {
    await service.stop();
    await server?.end();
  }
}

async function underLoad(
  engine: string,
  service: LedgerProcess,
  variables: Record<string, string>,
): Promise<ListLoad> {
  const ask = (settings: Pick<LoadSettings, 'seconds' | 'lanes' | 'rate'>) =>
    load({ port: service.port, token, bodies, ...settings });
  await ask({ seconds: 2, lanes: lanes.capacity });
  const capacity = await ask({
    seconds: Math.min(seconds, capacitySeconds),
    lanes: lanes.capacity,
  });
  const rate = Math.floor(capacity.perSecond * share);
  const alone = await ask({ seconds, lanes: lanes.rate, rate });

  const before = await service.memory();
  const importing = startImport(variables);
  const first = await countOf(service);
  while ((await countOf(service)) === first) await wait(20);
  const counts = [await countOf(service)];
  const memory = [await service.memory()];
  const under = ask({ seconds, lanes: lanes.rate, rate });
  const looks = 6;
  for (let look = 0; look < looks; look += 1) {
    await wait((seconds * 1_000) / looks);
    counts.push(await countOf(service));
    memory.push(await service.memory());
  }
  const busy = await under;
  const imported = await importing.end();
  const went = counts.slice(2).every((count, at) => count > (counts[at] ?? 0));
  if (!went) throw new Error(`The import stood still at times: ${counts.join(', ')} transfers.`);

  const failed = [alone, busy].map(serverErrors);
  const early = Math.max(...memory.slice(0, looks / 2 + 1));
  const late = Math.max(...memory.slice(looks / 2 + 1));
  const name = `lists, ${engine}`;
  const rateInWords = `${rate} a second, 70 % of ${Math.round(capacity.perSecond)}`;
  return {
    measures: [
      {
        name: `${name}, p99 with an import`,
        figure: milliseconds(busy.p99),
        peer: `without ${milliseconds(alone.p99)}`,
        ratio: busy.p99 / alone.p99,
        limit: { most: mostSlower },
      },
      {
        name: `${name}, server errors`,
        figure: `${failed[1]} of ${busy.answered}`,
        peer: `without ${failed[0]} of ${alone.answered}`,
        ratio: (failed[0] ?? 0) + (failed[1] ?? 0),
        limit: { most: 0 },
      },
      {
        name: `${name}, memory`,
        figure: `${late.toFixed(0)} MB late`,
        peer: `early ${early.toFixed(0)} MB`,
        ratio: late / early,
        limit: { most: mostGrowth },
      },
    ],
    details: [
      `${name}: ${seconds} s at ${rateInWords}; ` +
        `p50 ${milliseconds(alone.p50)} without and ${milliseconds(busy.p50)} with an import, ` +
        `longest ${milliseconds(alone.most)} and ${milliseconds(busy.most)}; ` +
        `${imported} transfers imported meanwhile`,
      `${name}: memory ${before.toFixed(0)} MB before the import, then ` +
        `${memory.map((part) => part.toFixed(0)).join(', ')} MB`,
      `${name}: statuses ${JSON.stringify(alone.statuses)} and ${JSON.stringify(busy.statuses)}`,
    ],
  };

  async function load(settings: LoadSettings): Promise<LoadReport> {
    const child = startScript('load', [JSON.stringify(settings)], {}, [
      'ignore',
      'pipe',
      'inherit',
    ]);
    let output = '';
    child.stdout?.on('data', (part) => {
      output += part;
    });
    const [code, signal] = await once(child, 'close');
    if (code !== 0) throw new Error(`The load ended with ${code ?? signal}.`);
    return v.parse(loadReport, JSON.parse(output));
  }
}

/** Home, further pages, assets and the list of a party: what people open. */
const bodies = [
  { path: '/transfers/list/latest', data: { index: 1, items: 10 } },
  { path: '/transfers/list/latest', data: { index: 2, items: 10 } },
  { path: '/assets/list/data', data: { index: 1, items: 10 } },
  { path: '/transfers/list/latest', data: { index: 1, items: 10 } },
  { path: '/transfers/list/creator', data: { user: 'p-1', index: 1, items: 10 } },
].map(({ path, data }) => ({ path, body: JSON.stringify({ data }) }));

/** Records a file before there is a service. */
async function importFile(path: string, variables: Record<string, string>): Promise<void> {
  const child = startScript('command', ['import', path], variables, [
    'ignore',
    'ignore',
    'inherit',
  ]);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import of ${path} ended with ${code}.`);
}

/** Starts an import that goes on until it is ended; `end` answers what it says in the end. */
function startImport(variables: Record<string, string>): { end(): Promise<string> } {
  const child = startScript('command', ['import', '-'], variables, ['pipe', 'pipe', 'pipe']);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part;
    });
  }
  const ended = once(child, 'close');
  const ending = new AbortController();
  const lines = Readable.from(supply());
  if (child.stdin) pipeline(lines, child.stdin, { signal: ending.signal }).catch(() => {});
  return {
    end: async () => {
      if (child.exitCode !== null) throw new Error(`The import ended early: ${output}`);
      child.kill('SIGINT');
      await ended;
      ending.abort();
      const recorded = /([\d,]+) new/.exec(output)?.[1];
      if (recorded === undefined) throw new Error(`The import failed: ${output}`);
      return recorded;
    },
  };
}

const listSchema = v.object({ data: v.object({ count: v.number() }) });

async function countOf({ port }: LedgerProcess): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/transfers/list/latest`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { index: 1, items: 10 } }),
  });
  return v.parse(listSchema, await answer.json()).data.count;
}

/** Answers of class 5xx, and connections that were lost. */
function serverErrors({ statuses }: LoadReport): number {
  return Object.entries(statuses)
    .filter(([status]) => status === '0' || status.startsWith('5'))
    .reduce((sum, [, count]) => sum + count, 0);
}

const milliseconds = (time: number) => `${time.toFixed(1)} ms`;
