import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inProject } from '../project.ts';
import { countTests } from './count.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-tools-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const file = (path: string, status: string, tests: Record<string, string>) => ({
  name: inProject(path),
  status,
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
});

describe('countTests', () => {
  it('reads what vitest reports, also of files that could not be imported', () => {
    const path = report({
      numPassedTests: 7,
      numFailedTests: 1,
      testResults: [
        file('a/one.test.ts', 'passed', { 'adds up': 'passed' }),
        file('a/two.test.ts', 'failed', { 'the store keeps': 'passed', 'loses nothing': 'failed' }),
        file('b/three.test.ts', 'failed', {}),
      ],
    });
    expect(countTests(path, 1)).toEqual({
      passed: 7,
      failed: 1,
      names: ['a/two.test.ts > loses nothing', 'b/three.test.ts'],
    });
  });

  it('reads what Playwright reports', () => {
    const left = { path: inProject('test-results/e2e/leads-on/test-failed-1.png') };
    const spec = (title: string, ok: boolean) => ({
      ...{ title, ok, file: 'list.spec.ts', line: 12 },
      tests: [{ results: [{ attachments: ok ? [] : [{}, left] }] }],
    });
    const path = report({
      stats: { expected: 20, skipped: 0, unexpected: 1, flaky: 2 },
      suites: [
        {
          specs: [spec('shows', true)],
          suites: [{ specs: [spec('leads on', false)] }],
        },
      ],
    });
    expect(countTests(path, 1)).toEqual({
      passed: 22,
      failed: 1,
      names: ['list.spec.ts:12 > leads on, see test-results/e2e/leads-on'],
    });
  });

  it('counts a run that broke without a failed test as one failure', () => {
    const path = report({ numPassedTests: 7, numFailedTests: 0, testResults: [] });
    expect(countTests(path, 1)).toEqual({ passed: 7, failed: 1, names: [] });
  });

  it('counts a run without a test, or without a report, as one failure', () => {
    const empty = report({ numPassedTests: 0, numFailedTests: 0, testResults: [] });
    const failed = { passed: 0, failed: 1, names: [] };
    expect(countTests(empty, 0)).toEqual(failed);
    expect(countTests(join(folder, 'none.json'), 0)).toEqual(failed);
  });
});
