import { constants } from 'node:os';
import { countsInWords } from '../../measures/counts.ts';
import { askProcess } from '../../processes/ask-process.ts';
import type { Attack, AttackResult } from './attack.ts';
import { type RegistryOrder, registryReportSchema } from './load/registry-order.ts';
import { newPublisher, type Target } from './target/target.ts';

const asker = new URL('./load/ask-registry.ts', import.meta.url);

/** Has a process ask that stands for another machine; in this one the probes would wait for it. */
async function askRegistry(
  { servers, app, seconds }: Target,
  order: Pick<RegistryOrder, 'ask' | 'secrets'>,
): Promise<AttackResult> {
  const whole = { adminUrl: servers.adminUrl, app, seconds, ...order };
  const report = await askProcess(
    asker,
    whole,
    registryReportSchema,
    constants.priority.PRIORITY_LOW,
  );
  const counts = countsInWords(report).replace(/ × 0(?=,|$)/, ' × no answer');
  return { blocked: true, summary: `${seconds} s, ${counts}` };
}

/** What somebody with a token has the registry read, again and again, beside the pages that it serves. */
export const parsingAttacks: readonly Attack[] = [
  {
    name: 'attack-large-artifacts',
    what: 'A publisher sends files of 10 to 18 MB as artifact.json, and questions of 2 MB, and has them read over and over',
    measured: true,
    async attack(target) {
      return await askRegistry(target, { ask: 'large', secrets: [await newPublisher(target)] });
    },
  },
  {
    name: 'attack-verify',
    what: 'Twenty calls of `verify` at a time with a manager’s token, and twenty with a publisher’s, over and over',
    measured: true,
    async attack(target) {
      const manager = { name: 'verify', scope: { kind: 'manager' }, days: 1 } as const;
      const secrets = [await target.desk.token(manager), await newPublisher(target)];
      return await askRegistry(target, { ask: 'verify', secrets });
    },
  },
];
