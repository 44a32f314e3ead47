import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import * as v from 'valibot';
import { root } from '../project.ts';

/** How many tests passed and failed. */
export interface Count {
  passed: number;
  failed: number;
  /** Files and names of the failed tests. The summary repeats them, because their output is far above it. */
  names: readonly string[];
}

/** A check counts as one test. */
export function countCheck(exitCode: number): Count {
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, names: [] };
}

const vitestReport = v.pipe(
  v.object({
    numPassedTests: v.number(),
    numFailedTests: v.number(),
    testResults: v.array(
      v.object({
        name: v.string(),
        status: v.string(),
        assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
      }),
    ),
  }),
  v.transform(
    ({ numPassedTests, numFailedTests, testResults }): Count => ({
      passed: numPassedTests,
      failed: numFailedTests,
      names: testResults.flatMap(({ name, status, assertionResults }) => {
        const file = relative(root, name);
        const failed = assertionResults.filter((test) => test.status === 'failed');
        if (status === 'failed' && failed.length === 0) return [file];
        return failed.map(({ fullName }) => `${file} > ${fullName}`);
      }),
    }),
  ),
);

/** What a test left behind: its picture, its trace, the page as text. */
const resultSchema = v.object({
  attachments: v.optional(v.array(v.object({ path: v.optional(v.string()) })), []),
});

/** The failed tests of a suite and of those within it, each with the folder of its pictures and traces. */
const suiteSchema: v.GenericSchema<unknown, string[]> = v.pipe(
  v.object({
    specs: v.array(
      v.object({
        title: v.string(),
        ok: v.boolean(),
        file: v.string(),
        line: v.number(),
        tests: v.optional(v.array(v.object({ results: v.array(resultSchema) })), []),
      }),
    ),
    suites: v.optional(v.array(v.lazy(() => suiteSchema)), []),
  }),
  v.transform(({ specs, suites }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => {
        const left = tests.flatMap(({ results }) =>
          results.flatMap(({ attachments }) => attachments),
        );
        const [path] = left.flatMap(({ path }) => path ?? []);
        const folder = path === undefined ? '' : `, see ${relative(root, dirname(path))}`;
        return `${file}:${line} > ${title}${folder}`;
      }),
    ...suites.flat(),
  ]),
);
const playwrightReport = v.pipe(
  v.object({
    stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
    suites: v.array(suiteSchema),
  }),
  v.transform(
    ({ stats, suites }): Count => ({
      // A flaky test has passed on a retry.
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      names: suites.flat(),
    }),
  ),
);
const reportSchema = v.union([vitestReport, playwrightReport]);

/**
 * Reads the JSON report of vitest or Playwright. A run that left none, ran no test, or failed
 * without a failed test (a setup that broke, say) counts as one failure.
 */
export function countTests(reportPath: string, exitCode: number): Count {
  const count = existsSync(reportPath)
    ? v.parse(reportSchema, JSON.parse(readFileSync(reportPath, 'utf8')))
    : { passed: 0, failed: 0, names: [] };
  const broken = exitCode !== 0 || count.passed === 0;
  return broken ? { ...count, failed: Math.max(count.failed, 1) } : count;
}
