import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject } from '../project.ts';
import { readTable } from './table.ts';

const rows = readTable(readFileSync(inProject('docs/screens.md'), 'utf8'));
const textOf = (file: string) =>
  existsSync(inProject(file)) ? readFileSync(inProject(file), 'utf8') : '';

describe('the table of screens', () => {
  it('covers the sections on screens, entities, states, rules, errors and limits', () => {
    expect([...new Set(rows.map(({ section }) => section.split('.')[0]))]).toEqual([
      '2',
      '3',
      '4',
      '5',
      '8',
      '9',
    ]);
  });

  it('has a proof for each sentence', () => {
    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter(({ proofs }) => proofs.length === 0)).toEqual([]);
  });

  it('names tests that are there', () => {
    const missing = rows
      .flatMap(({ proofs }) => proofs)
      .filter(({ file, title }) => !textOf(file).replaceAll("\\'", "'").includes(title))
      .map(({ file, title }) => `${file} › ${title}`);
    expect([...new Set(missing)]).toEqual([]);
  });

  it('would see a test that is not, and a sentence without one', () => {
    const [first, second] = readTable(
      '## 2. Screens\n\n- A; b. → `a.ts` › one; and more; › three; `b.ts` › \\*\\* two\n- C.\n',
    );
    expect(first).toEqual({
      section: '2. Screens',
      sentence: 'A; b.',
      proofs: [
        { file: 'a.ts', title: 'one; and more' },
        { file: 'a.ts', title: 'three' },
        { file: 'b.ts', title: '** two' },
      ],
    });
    expect(second?.proofs).toEqual([]);
  });
});
