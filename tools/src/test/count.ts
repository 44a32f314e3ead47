import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

/** How many tests passed and failed. */
export interface Count {
  passed: number;
  failed: number;
}

/** A check counts as one test. */
export function countCheck(exitCode: number): Count {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

const vitestReport = v.pipe(
  v.object({ numPassedTests: v.number(), numFailedTests: v.number() }),
  v.transform(
    (report): Count => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  ),
);
const playwrightReport = v.pipe(
  v.object({
    stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  }),
  v.transform(
    ({ stats }): Count => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
  ),
);

/**
 * Reads the JSON report of vitest or Playwright. A run that left none, ran no test, or failed
 * without a failed test (a setup that broke, say) counts as one failure.
 */
export function countTests(reportPath: string, exitCode: number): Count {
  const count = existsSync(reportPath)
    ? v.parse(
        v.union([vitestReport, playwrightReport]),
        JSON.parse(readFileSync(reportPath, 'utf8')),
      )
    : { passed: 0, failed: 0 };
  const broken = exitCode !== 0 || count.passed === 0;
  return broken ? { ...count, failed: Math.max(count.failed, 1) } : count;
}
