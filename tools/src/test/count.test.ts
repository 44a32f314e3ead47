import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

describe('countTests', () => {
  it('reads what vitest reports', () => {
    const path = report({ numTotalTests: 9, numPassedTests: 7, numFailedTests: 2 });
    expect(countTests(path, 1)).toEqual({ passed: 7, failed: 2 });
  });

  it('reads what Playwright reports', () => {
    const path = report({ stats: { expected: 20, skipped: 0, unexpected: 1, flaky: 2 } });
    expect(countTests(path, 1)).toEqual({ passed: 22, failed: 1 });
  });

  it('counts a run that broke without a failed test as one failure', () => {
    const path = report({ numPassedTests: 7, numFailedTests: 0 });
    expect(countTests(path, 1)).toEqual({ passed: 7, failed: 1 });
  });

  it('counts a run without a test, or without a report, as one failure', () => {
    const empty = report({ numPassedTests: 0, numFailedTests: 0 });
    expect(countTests(empty, 0)).toEqual({ passed: 0, failed: 1 });
    expect(countTests(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
  });
});
