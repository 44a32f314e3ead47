import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { inProject } from '@tallystick/tools/src/project.ts';
import { keepOutcomes } from '../../run/keep-outcomes.ts';
import { allAttacks } from '../all.ts';
import type { Attack } from '../attack.ts';
import { openTargets, type Targets } from '../target/target.ts';
import { attackDocument, attackLines } from './attack-table.ts';
import { type AttackOutcome, attackOutcomeSchema, untriedAttack } from './judge-attack.ts';
import { runAttack } from './run-attack.ts';

/** Makes each attack on servers of its own, prints what came of it, and answers how many must not be so. */
export async function runAttacks(
  attacks: readonly Attack[],
  servers: House,
  seconds: number,
  write: boolean,
): Promise<number> {
  await using ended = new AsyncDisposableStack();
  const targets = ended.adopt(await openTargets(servers), (opened) => opened.close());
  const outcomes: AttackOutcome[] = [];
  for (const attack of attacks) {
    const outcome = await tryAttack(attack, targets, seconds).catch((error: unknown) =>
      untriedAttack(attack, error),
    );
    outcomes.push(outcome);
    console.log(attackLines(outcome));
  }
  if (write) {
    const file = join(import.meta.dirname, 'attack-outcomes.json');
    const names = allAttacks.map(({ name }) => name);
    const kept = await keepOutcomes(file, attackOutcomeSchema, names, outcomes);
    await writeFile(inProject('docs/attacks.md'), attackDocument(kept));
  }
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0).length;
  console.log(`${outcomes.length} attacks, ${wrong} with something wrong`);
  return wrong;
}

async function tryAttack(
  attack: Attack,
  targets: Targets,
  seconds: number,
): Promise<AttackOutcome> {
  const target = await targets.open(attack, Math.max(seconds, attack.seconds ?? 0));
  if (target === null) return untriedAttack(attack, 'this machine does not allow it');
  try {
    return await runAttack(attack, target);
  } finally {
    await target.close();
  }
}
