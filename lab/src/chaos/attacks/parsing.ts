import { constants } from 'node:os';
import { askProcess } from '../../processes/ask-process.ts';
import type { Attack, AttackResult } from './attack.ts';
import { type RegistryOrder, registryReportSchema } from './load/registry-order.ts';
import type { Target } from './target/target.ts';

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
  const counts = Object.entries(report).map(
    ([status, times]) => `${times} × ${status === '0' ? 'no answer' : status}`,
  );
  return { blocked: true, summary: `${seconds} s, ${counts.join(', ')}` };
}

/** What somebody with a token has the registry read, again and again, beside the pages that it serves. */
export const parsingAttacks: readonly Attack[] = [
  {
    name: 'attack-large-artifacts',
    what: 'A publisher sends files of 10 to 18 MB as artifact.json, and questions of 2 MB, and has them read over and over',
    measured: true,
    async attack(target) {
      const { desk, app } = target;
      const secret = await desk.token({ name: 'ci', scope: { kind: 'publisher', app }, days: 1 });
      return await askRegistry(target, { ask: 'large', secrets: [secret] });
    },
  },
  {
    name: 'attack-verify',
    what: 'Twenty calls of `verify` at a time with a manager’s token, and twenty with a publisher’s, over and over',
    measured: true,
    async attack(target) {
      const { desk, app } = target;
      const scopes = [{ kind: 'manager' }, { kind: 'publisher', app }] as const;
      const secrets = await Promise.all(
        scopes.map((scope) => desk.token({ name: `verify as ${scope.kind}`, scope, days: 1 })),
      );
      return await askRegistry(target, { ask: 'verify', secrets });
    },
  },
];
