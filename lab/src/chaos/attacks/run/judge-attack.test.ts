import { describe, expect, it } from 'vitest';
import type { ProbeResult } from '../watch/probe.ts';
import { attackDocument, attackLines } from './attack-table.ts';
import { type Cost, judgeAttack } from './judge-attack.ts';

const attack = { name: 'attack-idle', what: 'connections that say nothing' };
const result = { blocked: true, summary: '60 s, 300 connections' };

/** A hundred requests of each kind, of which two of one kind, or of each, took as long as they are told to. */
const asked = (longest: number | null, kind?: 'list' | 'page'): ProbeResult[] =>
  ['list', 'page', 'plain'].flatMap((what) =>
    Array.from({ length: 100 }, (_, n): ProbeResult => {
      if (n >= 2 || (kind ?? what) !== what) return { what, took: 5 };
      return { what, took: longest, ...(longest === null && { instead: '503' }) };
    }),
  );
const cost: Cost = {
  quiet: asked(10),
  during: asked(24),
  ended: [],
  memory: 12.4,
  disk: 0.04,
  recall: { refused: null, of: 10, reached: 10, took: 240 },
  neighbour: 120,
  refused: [],
};

describe('an attack', () => {
  it('that costs others next to nothing is as it should be', () => {
    const outcome = judgeAttack(attack, result, cost);
    expect(outcome.wrong).toEqual([]);
    expect(attackLines(outcome)).toBe(
      `attack-idle: connections that say nothing
    60 s, 300 connections
    lists 2.4 × (24 ms); pages 2.4 × (24 ms); a plain server 2.4 × (24 ms); memory 12 MB; disk 0.0 MB; recall 10 of 10, 0.2 s; neighbours 0.1 s`,
    );
  });

  it.each<[string, Partial<Cost>]>([
    ['lists took 4.0 × (40 ms)', { during: asked(40, 'list') }],
    ['lists took never (quiet 10 ms), 2 % not answered (2 × 503)', { during: asked(null, 'list') }],
    ['pages took 4.0 × (40 ms)', { during: asked(40, 'page') }],
    ['ended: site and ledger', { ended: ['site', 'ledger'] }],
    ['a newcomer gets no news (503)', { refused: ['a newcomer gets no news (503)'] }],
    ['neighbours were shut out for 9.0 s more', { neighbour: 9_000 }],
    ['the recall was late', { recall: { ...cost.recall, took: 2_400 } }],
    ['the recall reached 9 of 10 tabs', { recall: { ...cost.recall, reached: 9 } }],
    [
      'no recall: Error: 503',
      { recall: { refused: 'Error: 503', of: 10, reached: 0, took: null } },
    ],
  ])('is wrong: %s', (wrong, more) => {
    expect(judgeAttack(attack, result, { ...cost, ...more }).wrong).toEqual([wrong]);
  });

  it('that got something is wrong, though nobody was measured beside it', () => {
    const got = { blocked: false, summary: 'who wrote it is a manager' };
    expect(judgeAttack(attack, got, null).wrong).toEqual(['who wrote it is a manager']);
  });
});

describe('the document', () => {
  it('says of each attack what came of it and what it cost, and in bold what is wrong', () => {
    const got = judgeAttack(attack, { blocked: false, summary: 'who wrote it is a manager' }, null);
    const slow = judgeAttack(attack, result, { ...cost, during: asked(40, 'list') });
    const lost = judgeAttack(attack, result, { ...cost, during: asked(null, 'list') });
    const fast = judgeAttack(attack, result, cost);
    const lines = attackDocument(
      [got, slow, lost],
      [
        { name: 'haproxy', outcomes: [fast] },
        { name: 'nginx', outcomes: [] },
      ],
    ).split('\n');
    expect(lines.filter((line) => /^[|-] /.test(line))).toEqual([
      '| attack | alone | haproxy | nginx |',
      '| --- | --- | --- | --- |',
      '| `attack-idle`, 60 s: connections that say nothing | **4.0** / 0.5 / 0.5; 0.2 s | 2.4 / 2.4 / 2.4; 0.2 s | – |',
      '| `attack-idle`, 60 s: connections that say nothing | **never** / 0.5 / 0.5; 0.2 s; **lists took never (quiet 10 ms), 2 % not answered (2 × 503)** | 2.4 / 2.4 / 2.4; 0.2 s | – |',
      '- `attack-idle`: connections that say nothing. → **who wrote it is a manager**',
    ]);
  });
});
