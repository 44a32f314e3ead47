import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { inProject } from '@tallystick/tools/src/project.ts';
import { keepOutcomes } from '../../run/keep-outcomes.ts';
import { allAttacks } from '../all.ts';
import type { Attack } from '../attack.ts';
import { type FrontName, frontNames } from '../front/front-text.ts';
import { openTargets, type Targets } from '../target/target.ts';
import { attackDocument, attackLines } from './attack-table.ts';
import { type AttackOutcome, attackOutcomeSchema, untriedAttack } from './judge-attack.ts';
import { runAttack } from './run-attack.ts';

export interface AttackRun {
  /** How long each attack lasts. */
  seconds: number;
  /** Puts what was found into docs/attacks.md. */
  write: boolean;
  /** The proxy in front of the servers; null: they are attacked themselves. */
  behind: FrontName | null;
}

/** Makes each attack on servers of its own, prints what came of it, and answers how many must not be so. */
export async function runAttacks(
  attacks: readonly Attack[],
  servers: House,
  { seconds, write, behind }: AttackRun,
): Promise<number> {
  await using ended = new AsyncDisposableStack();
  const targets = ended.adopt(await openTargets(servers, behind), (opened) => opened.close());
  const outcomes: AttackOutcome[] = [];
  for (const attack of attacks) {
    const outcome = await tryAttack(attack, targets, seconds).catch((error: unknown) =>
      untriedAttack(attack, error),
    );
    outcomes.push(outcome);
    console.log(attackLines(outcome));
  }
  if (write) await writeOutcomes(outcomes, behind);
  const wrong = outcomes.filter((outcome) => outcome.wrong.length > 0).length;
  console.log(`${outcomes.length} attacks, ${wrong} with something wrong`);
  return wrong;
}

async function writeOutcomes(outcomes: readonly AttackOutcome[], behind: FrontName | null) {
  const names = allAttacks.map(({ name }) => name);
  const keep = (front: FrontName | null) => {
    const file = front === null ? 'attack-outcomes.json' : `attack-outcomes-${front}.json`;
    const now = front === behind ? outcomes : [];
    return keepOutcomes(join(import.meta.dirname, file), attackOutcomeSchema, names, now);
  };
  const fronts = await Promise.all(
    frontNames.map(async (name) => ({ name, outcomes: await keep(name) })),
  );
  await writeFile(inProject('docs/attacks.md'), attackDocument(await keep(null), fronts));
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
