import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../watch/snapshot.ts';
import { faultTable } from './fault-document.ts';
import { type Finding, judge } from './outcome.ts';
import { faultLines } from './table.ts';

const snapshot = (at: number, more: Partial<Snapshot> = {}): Snapshot => ({
  at,
  blank: false,
  raw: null,
  main: 'content',
  words: 'Account Access',
  build: 'live',
  kept: false,
  ...more,
});
const finding = (more: Partial<Finding> = {}): Finding => ({
  fault: { name: 'entry-missing', what: 'The entry is missing', costs: 'nothing' },
  snapshots: [snapshot(0, { main: 'waiting' }), snapshot(1_200, { build: 'before' })],
  unhandled: [],
  from: 0,
  looked: 1_300,
  until: 3_000,
  healed: 1_250,
  recovered: 10,
  restWorks: true,
  met: 2,
  before: ['before'],
  wanted: 'Account Access',
  ...more,
});

describe('a fault', () => {
  it('that cost nothing says how', () => {
    expect(judge(finding())).toEqual({
      name: 'entry-missing',
      what: 'The entry is missing',
      broke: 'nothing',
      saw: '“Please wait...” (0.0 s), then the page, by the build before (1.2 s)',
      recovered: '0 s',
      wrong: [],
    });
  });

  it('that cost its zone says what stood there, and how long it took after its end', () => {
    const notice = snapshot(400, { main: 'notice', words: 'Sign-in cannot be shown' });
    const costs = { name: 'x', what: 'y', costs: 'zone' } as const;
    const one = finding({ fault: costs, snapshots: [notice], healed: null, recovered: 2_040 });
    expect(judge(one)).toMatchObject({
      broke: 'its zone',
      saw: '“Sign-in cannot be shown” (0.4 s)',
      recovered: '2.0 s',
      wrong: [],
    });
  });

  it.each<[string, Partial<Finding>]>([
    ['the page was not there', { healed: null }],
    ['never recovered', { recovered: null }],
    ['more than its zone broke', { restWorks: false }],
    ['the fault was not met', { met: 0 }],
    ['unhandled: TypeError: x', { unhandled: ['TypeError: x\n at y'] }],
    ['words for programmers: TypeError', { snapshots: [snapshot(0, { raw: 'TypeError' })] }],
    ['a blank page for 8.0 s', { snapshots: [snapshot(0, { blank: true }), snapshot(8_000)] }],
  ])('is wrong: %s', (wrong, more) => {
    expect(judge(finding(more)).wrong).toEqual([wrong]);
  });

  it('does not answer for what a faulty build itself throws', () => {
    expect(judge(finding({ unhandled: ['Error: broken on purpose'] })).wrong).toEqual([]);
  });
});

describe('the table', () => {
  const outcome = { ...judge(finding({ recovered: null })), saw: 'a | b' };

  it('says below a line what is wrong with it', () => {
    expect(faultLines([outcome]).split('\n').slice(1)).toEqual([
      'entry-missing  nothing     a | b            never',
      '    WRONG: never recovered',
    ]);
  });

  it('keeps its columns in Markdown, whatever was seen', () => {
    expect(faultTable([outcome]).split('\n').at(-1)).toBe(
      '| a \\| b | nothing; **never recovered** | never | `entry-missing` |',
    );
  });

  it('has one row for faults of which people saw the same, with the least and the most seconds', () => {
    const after = (at: number, name: string) => ({
      ...judge(finding({ snapshots: [snapshot(at)], looked: at, until: at })),
      name,
    });
    const outcomes = [after(1_200, 'early'), after(2_000, 'late'), after(20_000, 'hangs')];
    expect(faultTable(outcomes).split('\n').slice(2)).toEqual([
      '| the page (1.2 to 2.0 s) | nothing | 0 s | `early`, `late` |',
      '| the page (20.0 s) | nothing | 0 s | `hangs` |',
    ]);
  });
});
