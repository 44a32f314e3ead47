import { setTimeout as wait } from 'node:timers/promises';
import { credential } from '../../../http/ledger-call.ts';
import { forkServer } from '../../../processes/ask-process.ts';
import { serversOf } from '../../../processes/servers-of.ts';
import type { Attack } from '../attack.ts';
import { recallLive, type Target } from '../target/target.ts';
import { diskOf, memoryOf } from '../target/usage.ts';
import { untilAnswered } from '../watch/neighbour.ts';
import { refusedNewcomer } from '../watch/newcomer.ts';
import { type OpenTab, openTab } from '../watch/open-tab.ts';
import { startProbes } from '../watch/probe.ts';
import { type AttackOutcome, judgeAttack, type Recall } from './judge-attack.ts';

/** How often a second a list, a page, and the plain server are asked for. */
const perSecond = 20;
const tabs = 10;
const plainServer = new URL('./plain-server.ts', import.meta.url);
/** Share of an attack after which a build is recalled. */
const recallAt = 0.5;
const recallTimeoutMs = 15_000;

/** Makes an attack and measures what it costs others, against the same when nothing happens. */
export async function runAttack(attack: Attack, target: Target): Promise<AttackOutcome> {
  if (attack.measured !== true) return judgeAttack(attack, await attack.attack(target), null);
  const servers = await serversOf(target.servers);
  // Also where the attack could not be made: else they go on beside all that follow, and the command never ends.
  await using ended = new AsyncDisposableStack();
  const plain = ended.adopt(await forkServer(plainServer), ({ close }) => close());
  const open = Array.from({ length: tabs }, () =>
    ended.adopt(openTab(target.servers.siteUrl), ({ close }) => close()),
  );
  const probes = probesOf(target, `http://127.0.0.1:${plain.port}/`);
  const ask = () => startProbes(probes, perSecond);
  // What is asked first is slow: code is compiled, caches are filled.
  const first = ask();
  await wait(2_000);
  await first.end();
  const calm = ask();
  const half = target.seconds * 1_000 * recallAt;
  await wait(half);
  // Somebody comes then too, who costs others something.
  await Promise.all([wait(half), refusedNewcomer(target)]);
  const quiet = await calm.end();
  const before = { memory: await memoryOf(servers), disk: await diskOf(target) };
  let memory = before.memory;
  using _watching = setInterval(async () => {
    memory = Math.max(memory, await memoryOf(servers));
  }, 500);
  const meanwhile = ask();
  ended.defer(async () => void (await meanwhile.end()));
  const recalling = wait(half).then(() =>
    Promise.all([recall(target, open), refusedNewcomer(target)]),
  );
  const result = await attack.attack(target);
  const { siteUrl, ledgerUrl } = target.servers;
  const [during, neighbour] = await Promise.all([
    meanwhile.end(),
    untilAnswered([siteUrl, ledgerUrl]),
  ]);
  const [recalled, refused] = await recalling;
  const running = (await serversOf(target.servers)).map(({ pid }) => pid);
  return judgeAttack(attack, result, {
    quiet,
    during,
    ended: [
      ...servers.filter(({ pid }) => !running.includes(pid)).map(({ name }) => name),
      ...(target.front?.hasEnded() ? [target.front.name] : []),
    ],
    memory: memory - before.memory,
    disk: (await diskOf(target)) - before.disk,
    recall: recalled,
    neighbour,
    refused,
  });
}

function probesOf({ servers }: Target, plainUrl: string) {
  return [
    {
      what: 'list',
      url: `${servers.ledgerUrl}/transfers/list/latest`,
      headers: credential,
      body: { data: { index: 1, items: 10 } },
    },
    { what: 'page', url: `${servers.siteUrl}/`, headers: { accept: 'text/html' } },
    { what: 'plain', url: plainUrl },
  ] as const;
}

/** Recalls the live build; a tab that had no news before does not count. */
async function recall(target: Target, open: OpenTab[]): Promise<Recall> {
  const from = performance.now();
  const failed = await Promise.race([
    recallLive(target).then(() => null, String),
    wait(recallTimeoutMs, 'no answer'),
  ]);
  const all = () => open.map((tab) => tab.heard(target.live));
  while (all().includes(null) && performance.now() < from + recallTimeoutMs) await wait(20);
  const heard = all().filter((at) => at !== null);
  return {
    refused: failed,
    of: open.length,
    reached: heard.length,
    took: heard.length === 0 ? null : Math.max(...heard) - from,
  };
}
