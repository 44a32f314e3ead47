import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { variantOfBuild } from '@tallystick/e2e/src/house/variant.ts';
import { type Children, openChildren } from '@tallystick/start/process/children';
import pg from 'pg';
import { writeMadeLedger } from '../servers/made-ledger.ts';
import { backUpAndRestore } from './backup.ts';
import { startLiveReaders } from './live-readers.ts';
import { startLogged } from './logged-process.ts';
import { startPromotions } from './promotions.ts';
import { releaseCommand } from './release.ts';
import { runTree } from './run-tree.ts';
import { startTopology } from './topology.ts';
import { startVisitors } from './visitors.ts';

/** Milliseconds that a kill may be felt. */
const killLimit = 1_000;
/** Until the proxy has asked a server twice and gives it requests, also on a machine that is busy. */
const settleMs = 4_000;

/** Trees of before and after, requests that are asked for at least, and transfers that the ledger has before. */
interface Wanted {
  from: string;
  to: string;
  wanted: number;
  rows: number;
}

/** Servers upgraded, taken back and killed under load; answers 1 if something failed, was missed or lost. */
export async function runTopology(wanted: Wanted): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-topology-'));
  const children = openChildren(folder);
  children.endOnSignals();
  const findings = await underLoad(wanted, children, folder);
  for (const finding of findings) console.log(`WRONG: ${finding}`);
  if (findings.length > 0) {
    console.log(`Logs are in ${folder}.`);
    return 1;
  }
  console.log('Nothing failed, nothing was missed.');
  await rm(folder, { recursive: true, force: true });
  return 0;
}

async function underLoad(
  { from, to, wanted, rows }: Wanted,
  children: Children,
  folder: string,
): Promise<string[]> {
  console.log(`Starting two site servers and two ledger services of ${from} …`);
  await using ended = new AsyncDisposableStack();
  const topology = ended.adopt(await startTopology(children, folder, from), (all) => all.stop());
  const { nodes, admins, siteVariables, port, certificate, databaseUrl } = topology;
  const siteFolder = siteVariables.DATA_DIR;
  const findings: string[] = [];
  const old = releaseCommand(from, siteFolder);
  const admin = admins['site-1'];
  const first = await old.publishApps(admin);
  // Until the new tree's builds may come, there is something to promote by turns.
  const other = await variantOfBuild(folder, join(from, 'apps/mfe-auth'), 'aaaaaaaaaaaa');
  await old.run(admin, 'publish', other.folder);
  const second = [
    ...first.filter((key) => !key.startsWith('mfe-auth@')),
    `mfe-auth@${other.build}`,
  ];
  await old.run(admin, 'promote', ...first, '--reason', 'topology: the first');
  const [site1, site2] = nodes;
  await site2.start(from);
  await site1.start(from);
  await wait(settleMs);
  if (rows > 0) {
    console.log(`Importing ${rows} transfers …`);
    const file = join(folder, 'ledger.ndjson');
    await writeMadeLedger(file, rows);
    const into = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'import') };
    await runTree(from, ['ledger', 'import', file, '--bulk'], into);
  }
  const ledger = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'simulate') };
  const words = ['ledger', 'simulate', '--rate', '10'];
  const writer = startLogged(from, words, ledger, join(folder, 'simulate.log'));
  const visitors = startVisitors(16, port, certificate);
  const readers = startLiveReaders(50, port, certificate);
  const promotions = startPromotions(old, admins, [first, second]);
  await wait(3_000);
  const say = (what: string) =>
    console.log(
      `${what}: ${visitors.answered()} answered, ${visitors.failures.length} failed, ` +
        `${visitors.slowest().toFixed(0)} ms at most`,
    );

  for (const [tree, way] of [
    [to, 'forth'],
    [from, 'back'],
  ] as const) {
    for (const node of nodes) {
      promotions.avoid(node.name);
      await node.stop();
      await node.start(tree);
      await wait(settleMs);
      promotions.avoid(undefined);
      say(`${node.name} ${way}`);
    }
    // Servers first, then what is built for them.
    if (way === 'forth') promotions.add(await releaseCommand(to, siteFolder).publishApps(admin));
  }
  while (visitors.answered() < wanted) {
    await wait(5_000);
    say('going on');
  }
  if (visitors.failures.length > 0) {
    const some = visitors.failures.slice(0, 5).map(({ what }) => what);
    findings.push(
      `${visitors.failures.length} requests failed while servers were upgraded: ${some.join('; ')}`,
    );
  }

  const backup = await backUpAndRestore(to, siteVariables, folder);
  findings.push(...backup.findings);
  say(
    `backup of ${backup.megabytes.toFixed(0)} MB in ${backup.backup.toFixed(0)} s, back and whole in ` +
      `${backup.restore.toFixed(0)} s, ${backup.served}`,
  );

  for (const node of nodes) {
    const begun = visitors.failures.length;
    promotions.avoid(node.name);
    const at = performance.now();
    await node.kill();
    await wait(4_000);
    const felt = visitors.failures.slice(begun);
    const late = felt.filter((failure) => failure.at - at > killLimit);
    say(`${node.name} killed; ${felt.length} requests under way failed`);
    if (late.length > 0) {
      findings.push(
        `${node.name}: ${late.length} requests failed later than a second after its kill`,
      );
    }
    await node.start(from);
    await wait(settleMs);
    promotions.avoid(undefined);
  }

  const made = await promotions.stop();
  await visitors.stop();
  writer.kill('SIGINT');
  await once(writer, 'exit');
  const newest = await newestEvent(databaseUrl);
  const deadline = performance.now() + 20_000;
  while (readers.slowest() < newest && performance.now() < deadline) await wait(200);
  if (readers.slowest() < newest)
    findings.push(`a reader has event ${readers.slowest()} of ${newest}`);
  findings.push(...readers.wrong.slice(0, 5));
  await readers.stop();
  const verified = await old.run(admin, 'verify');
  const kept = await old.revisions(admin);
  const lost = made.filter((revision) => !kept.has(revision));
  if (lost.length > 0) findings.push(`revisions that were acknowledged and are not there: ${lost}`);
  console.log(
    `${visitors.answered()} requests were answered; ${newest} events reached 50 readers, who connected ` +
      `${readers.connections()} times; ${made.length} promotions. ${verified.split('\n', 1)[0]}`,
  );
  return findings;
}

async function newestEvent(databaseUrl: string): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ n: string }>('select max(id) as n from event');
  await client.end();
  return Number(rows[0]?.n ?? 0);
}
