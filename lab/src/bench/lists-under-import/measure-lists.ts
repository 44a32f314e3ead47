import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { askLedger, credential } from '../../http/ledger-call.ts';
import { compared, inUnits, type Measured } from '../../measures/measures.ts';
import { askProcess } from '../../processes/ask-process.ts';
import { memoryOf } from '../../processes/used.ts';
import { type LedgerProcess, startLedgerService } from '../../servers/ledger-process.ts';
import { unlimited } from '../../servers/service-here.ts';
import { type LoadReport, type LoadSettings, loadReport } from './load-report.ts';
import { importFile, type RunningImport, startImport } from './running-import.ts';
import { together } from './several-loads.ts';

/**
 * Seconds of each of the two loads, in all. With much less it would be the first moment of each that is
 * measured: an import that nobody waited for has begun a long transaction.
 */
const seconds = 60;
const rounds = 6;
const share = 0.7;
const asMuchAsItCan = { seconds: 2, lanes: 16 };
const atRate = { seconds: seconds / rounds, lanes: 128 };
const maxSlowdown = 3;
const maxGrowth = 1.25;
const token = credential.authorization;
const load = new URL('./load.ts', import.meta.url);

/**
 * Lists asked of the real service at 70 % of what it can serve on this machine, alone and while the
 * command imports. Measured are server errors, the time within which 99 of 100 are answered, and
 * memory. The two take turns. What the service can serve is measured before each pair, because a
 * shared machine is not as fast in one minute as in the next. `data` is the ledger to begin with.
 */
export async function measureLists(data: string, folder: string): Promise<Measured> {
  console.error('Asking for lists without and with an import …');
  await using ended = new AsyncDisposableStack();
  const variables = { DATA_DIR: join(folder, 'data'), ...unlimited };
  await importFile(data, variables);
  const service = ended.adopt(await startLedgerService(folder, variables), (one) => one.stop());
  return await underLoad(service, variables);
}

async function underLoad(
  service: LedgerProcess,
  variables: Record<string, string>,
): Promise<Measured> {
  const ask = (settings: Pick<LoadSettings, 'seconds' | 'lanes' | 'rate'>) =>
    askProcess(load, { port: service.port, token, bodies, ...settings }, loadReport);
  await ask(asMuchAsItCan);
  const alone: LoadReport[] = [];
  const busy: LoadReport[] = [];
  const rates: number[] = [];
  const megabytes = async () => (await memoryOf(service.pid)) / 2 ** 20;
  const memory = [await megabytes()];
  let importing: RunningImport | undefined;
  const askBeside = async (rate: number) => {
    const before = await countOf(service);
    if (importing) importing.resume();
    else importing = startImport(variables);
    while ((await countOf(service)) === before) await wait(20);
    const begun = await countOf(service);
    busy.push(await ask({ ...atRate, rate }));
    if ((await countOf(service)) === begun) throw new Error('The import stood still.');
    memory.push(await megabytes());
    importing.pause();
    await settled(service);
  };
  for (let round = 0; round < rounds; round += 1) {
    const capacity = await ask(asMuchAsItCan);
    const rate = Math.floor((capacity.times.length / capacity.seconds) * share);
    rates.push(rate);
    // Neither is always the one that follows the full load.
    if (round % 2 === 1) await askBeside(rate);
    alone.push(await ask({ ...atRate, rate }));
    if (round % 2 === 0) await askBeside(rate);
  }
  const imported = await importing?.end();

  const [without, during] = [together(alone), together(busy)];
  const early = Math.max(...memory.slice(0, rounds / 2 + 1));
  const late = Math.max(...memory.slice(rounds / 2 + 1));
  const name = 'lists';
  return {
    measures: [
      compared(`${name}, p99 with an import`, ms, during.p99, ['without', without.p99], {
        max: maxSlowdown,
      }),
      {
        name: `${name}, server errors`,
        figure: `${during.failed} of ${during.answered}`,
        peer: `without ${without.failed} of ${without.answered}`,
        ratio: without.failed + during.failed,
        limit: { max: 0 },
      },
      compared(`${name}, memory late`, inUnits('MB'), late, ['early', early], { max: maxGrowth }),
    ],
    details: [
      `${name}: ${rounds} times ${(seconds / rounds).toFixed(0)} s of each, at ` +
        `${rates.join(', ')} a second, 70 % of what was served just before; ` +
        `p50 ${ms(without.p50)} without and ${ms(during.p50)} with an import, ` +
        `longest ${ms(without.max)} and ${ms(during.max)}; ` +
        `${imported} transfers imported meanwhile`,
      `${name}, p99 each time: ${eachTime(alone)} ms without, ${eachTime(busy)} ms with an import`,
      `${name}: memory ${memory.map((part) => part.toFixed(0)).join(', ')} MB`,
      `${name}: statuses ${JSON.stringify(without.statuses)} and ${JSON.stringify(during.statuses)}`,
    ],
  };
}

/** Home, further pages, assets and the list of a party: what people open. */
const bodies = [
  { path: '/transfers/list/latest', data: { index: 1, items: 10 } },
  { path: '/transfers/list/latest', data: { index: 2, items: 10 } },
  { path: '/assets/list/data', data: { index: 1, items: 10 } },
  { path: '/transfers/list/latest', data: { index: 1, items: 10 } },
  { path: '/transfers/list/creator', data: { user: 'p-1', index: 1, items: 10 } },
].map(({ path, data }) => ({ path, body: JSON.stringify({ data }) }));

const listSchema = v.object({ data: v.object({ count: v.number() }) });

async function countOf({ port }: LedgerProcess): Promise<number> {
  const page = { index: 1, items: 10 };
  const { text } = await askLedger(`http://127.0.0.1:${port}`, 'transfers/list/latest', page);
  return v.parse(listSchema, JSON.parse(text)).data.count;
}

/** Resolves when nothing is recorded any more: the service may have lines that it was given before. */
async function settled(service: LedgerProcess): Promise<void> {
  for (let before = -1; ; await wait(500)) {
    const count = await countOf(service);
    if (count === before) return;
    before = count;
  }
}

const eachTime = (loads: readonly LoadReport[]) =>
  loads.map((one) => together([one]).p99.toFixed(1)).join(', ');

const ms = inUnits('ms', 1);
