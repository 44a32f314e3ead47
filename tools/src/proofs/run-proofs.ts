import type { Proof } from './proof.ts';
import { type Results, withRun } from './results.ts';

export interface ProofRunning {
  /** Which code runs: goes into the results. */
  commit: string;
  /** Whether a commit that the results name has the same code. */
  isSameCode(commit: string): boolean;
  /** Runs a line of shell for at most so many milliseconds; answers its exit code. */
  run(command: string, limitMs: number): Promise<number>;
  /** Called after each proof, with all results: whoever ends the run loses only the proof that was running. */
  save(results: Results): void;
  say(line: string): void;
  now(): number;
}

/**
 * Runs proofs in turn, without those that have passed on the same code already. Answers the results, with
 * those of before.
 */
export async function runProofs(
  wanted: readonly Proof[],
  before: Results,
  { commit, isSameCode, run, save, say, now }: ProofRunning,
): Promise<Results> {
  let results = before;
  for (const [index, { name, shows, command, minutes }] of wanted.entries()) {
    const { passed = null, failed = null } = results[name] ?? {};
    const title = `${name} (${index + 1} of ${wanted.length})`;
    if (passed !== null && failed === null && isSameCode(passed.commit)) {
      say(`── ${title}: has passed on this code, ${passed.at} ──`);
      continue;
    }
    say(`── ${title}: ${shows} ──\n${command}`);
    const started = now();
    const code = await run(command, minutes * 60_000);
    const ended = now();
    const seconds = Math.round((ended - started) / 1_000);
    say(`── ${title}: ${code === 0 ? 'passed' : `FAILED (exit code ${code})`} in ${seconds} s ──`);
    results = withRun(
      results,
      name,
      { commit, at: new Date(ended).toISOString(), seconds },
      code === 0,
    );
    save(results);
  }
  return results;
}
