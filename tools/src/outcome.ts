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
  const failure = new Promise<Outcome>((resolve, reject) => {
    for (const step of steps) {
      step.then((outcome) => {
        if (!outcome.ok) resolve(outcome);
      }, reject);
    }
  });
  return await Promise.race([failure, Promise.all(steps).then(() => done)]);
}

/** Writes a failure to the error stream: its detail indented, then the line that says what to do. */
export function printFailure({ problem, detail = [] }: Failure): void {
  for (const line of detail) console.error(`  ${line}`);
  console.error(problem);
}
