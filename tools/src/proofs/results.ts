import * as v from 'valibot';
import type { Proof } from './proof.ts';

const runSchema = v.object({
  /** The commit of the code that ran, with `+changes` if the code was not as committed. */
  commit: v.string(),
  /** When it ended. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  seconds: v.number(),
});
const resultsSchema = v.record(
  v.string(),
  v.object({
    /** The last run that passed. */
    passed: v.nullable(runSchema),
    /** The last run of all, if it failed. */
    failed: v.nullable(runSchema),
  }),
);
export type ProofRun = v.InferOutput<typeof runSchema>;
/** What is kept of each proof, by its name. */
export type Results = v.InferOutput<typeof resultsSchema>;

/**
 * Reads what `textOf` has written.
 *
 * @throws Error if it is anything else
 */
export function readResults(text: string): Results {
  return v.parse(resultsSchema, JSON.parse(text));
}

/** Sorts by name, so that two people who ran different proofs change different lines. */
export function textOf(results: Results): string {
  const names = Object.keys(results).sort();
  const sorted = Object.fromEntries(names.map((name) => [name, results[name]]));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

/** The results with one run more. */
export function withRun(results: Results, name: string, run: ProofRun, passed: boolean): Results {
  const before = results[name]?.passed ?? null;
  const entry = passed ? { passed: run, failed: null } : { passed: before, failed: run };
  return { ...results, [name]: entry };
}

const dayMs = 86_400_000;

/** A proof that is beyond its age limit, or whose last run failed, and why, for a person. */
export interface Overdue {
  name: string;
  why: string;
}

/**
 * The proofs that have to be run again.
 *
 * @param now milliseconds since 1970
 */
export function overdue(
  proofs: readonly Proof[],
  results: Results,
  now: number,
): readonly Overdue[] {
  return proofs.flatMap(({ name, days }) => {
    const { passed = null, failed = null } = results[name] ?? {};
    if (failed !== null) return [{ name, why: `failed on ${failed.commit}` }];
    if (passed === null) return [{ name, why: 'never ran' }];
    const age = Math.floor((now - Date.parse(passed.at)) / dayMs);
    return age > days ? [{ name, why: `ran ${age} days ago; its limit is ${days}` }] : [];
  });
}
