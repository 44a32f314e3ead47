/** What went wrong: one line for a person, and what a program had to say about it. */
export interface Failure {
  ok: false;
  problem: string;
  detail?: readonly string[];
}

/** How a step ended. */
export type Outcome = { ok: true } | Failure;

export const done: Outcome = { ok: true };

/** The first failure, as soon as it is known; `done` when all have succeeded. */
export async function firstProblem(steps: readonly Promise<Outcome>[]): Promise<Outcome> {
  const failures = steps.map(async (step) => {
    const outcome = await step;
    return outcome.ok ? new Promise<never>(() => {}) : outcome;
  });
  return await Promise.race([...failures, Promise.all(steps).then(() => done)]);
}

/** Writes a failure to the error stream: its detail indented, then the line that says what to do. */
export function printFailure({ problem, detail = [] }: Failure): void {
  for (const line of detail) console.error(`  ${line}`);
  console.error(problem);
}
