import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSources } from '../layering/source-files.ts';
import { inProject, root } from '../project.ts';
import { proofs } from './proofs.ts';
import { overdue, type Results, readResults, textOf } from './results.ts';
import { proofTable, summaryOf } from './tables.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const proofCalled = (name: string) => ({ name, shows: '', command: '', days: 30, minutes: 1 });
const four = ['fresh', 'old', 'failed', 'new'].map(proofCalled);
const ran = (at: string) => ({ commit: 'aaaaaaaa', at, seconds: 61 });
const results: Results = {
  fresh: { passed: ran('2026-10-30T12:00:00.000Z'), failed: null },
  old: { passed: ran('2026-10-29T11:00:00.000Z'), failed: null },
  failed: { passed: ran('2026-11-20T12:00:00.000Z'), failed: ran('2026-11-28T12:00:00.000Z') },
};

it('are the table of CONTRIBUTING', () => {
  expect(readFileSync(inProject('CONTRIBUTING.md'), 'utf8')).toContain(proofTable(proofs));
});

it('have names of their own', () => {
  expect(new Set(proofs.map(({ name }) => name)).size).toBe(proofs.length);
});

it('run tests that are there, by variables that a test reads', () => {
  const tests = readSources(root).filter(({ path }) =>
    /\.(test|proof|spec|testing|setup)\.ts$|^e2e\/src\/.*\.ts$/.test(path),
  );
  const byVariable = proofs.flatMap(({ command }) => {
    const [, variable, path] =
      /^PROOFS=on ([A-Z_]+)=\S+ (?:vitest|playwright) .*?(\S+?)(?: --workers 1)?$/.exec(command) ??
      [];
    return variable === undefined || path === undefined ? [] : [{ variable, path }];
  });
  expect(byVariable).toContainEqual({ variable: 'TAMPER_ALL', path: 'tampered' });
  const dead = byVariable.filter(
    ({ variable, path }) =>
      !tests.some((test) => test.path.includes(path)) ||
      !tests.some(({ text }) => text.includes(`env.${variable}`)),
  );
  expect(dead).toEqual([]);
});

it('are to be run again when they are too old, have failed, or never ran', () => {
  expect(overdue(four, results, now)).toEqual([
    { name: 'old', why: 'ran 31 days ago; its limit is 30' },
    { name: 'failed', why: 'failed on aaaaaaaa' },
    { name: 'new', why: 'never ran' },
  ]);
});

it('are listed with what is known of each', () => {
  expect(summaryOf(four, results, now)).toBe(
    [
      'fresh   passed 2026-10-30 on aaaaaaaa, 61 s',
      'old     passed 2026-10-29 on aaaaaaaa, 61 s  ran 31 days ago; its limit is 30',
      'failed  passed 2026-11-20 on aaaaaaaa, 61 s  failed on aaaaaaaa',
      'new     never ran',
    ].join('\n'),
  );
});

it('have results that are read as they were written, and nothing else is', () => {
  expect(readResults(textOf(results))).toEqual(results);
  expect(() => readResults('{"one": {"passed": true}}')).toThrow();
});
