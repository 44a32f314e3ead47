import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compareContracts } from './compare.ts';
import { emitDeclarations } from './emit.ts';
import { currentVersion, neededVersion, readSnapshot } from './snapshot.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallystick-contract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the singletons of @tallystick/shared are what shared/contract says; if not: npm run contract', () => {
  const emitted = emitDeclarations(folder);
  if (!emitted.ok) throw new Error(emitted.problem);
  const snapshot = readSnapshot();
  expect(emitted.value.entries).toHaveLength(7);
  expect(compareContracts(snapshot.contract, emitted.value)).toEqual({
    change: 'none',
    reasons: [],
  });
  expect(snapshot.version).toBe(currentVersion());
});

const api = `import type { Row } from './row.ts';
export type { Row } from './row.ts';
export interface Query { readonly index: number; readonly search?: string; }
export type Found<Item> = { readonly ok: true; readonly item: Item } | { readonly ok: false; };
export declare const list: (query: Query) => Promise<Found<Row>>;
export declare function one(id: string): Promise<Found<Row>>;
export declare const all: {
    rows(query: Query): readonly Row[];
};
`;
const row = `export interface Row { readonly id: string; readonly at: number; }
`;
const entries = ['api/api.d.ts'];
const before = {
  entries,
  declarations: new Map(Object.entries({ 'api/api.d.ts': api, 'api/row.d.ts': row })),
};

/** What becomes of it when one thing stands in place of another. */
function change(from: string, to: string) {
  const declarations = new Map(
    [...before.declarations].map(([path, text]) => [path, text.replace(from, to)]),
  );
  expect(declarations).not.toEqual(before.declarations);
  return compareContracts(before, { entries, declarations });
}

describe('a public type', () => {
  it.each([
    ['an export that is gone', 'export declare function one', 'declare function one'],
    ['a type that is gone', "export type { Row } from './row.ts';\n", ''],
    ['a parameter that is needed', 'one(id: string)', 'one(id: string, more: string)'],
    ['a field that is needed', 'readonly search?: string', 'readonly search: string'],
    ['a field that is gone, deep in a result', ' readonly at: number;', ''],
    ['a field that is new in what comes, and needed', 'at: number;', 'at: number; to: number;'],
    ['a method that takes less', 'rows(query: Query)', 'rows(query: Query & { more: 1 })'],
    ['a generic one of another shape', 'readonly item: Item', 'readonly found: Item'],
  ])('%s breaks who was built with it', (_what, from, to) => {
    const compared = change(from, to);
    expect(compared.change).toBe('broken');
    expect(compared.reasons[0]).toMatch(/^api\/api: /);
  });

  it.each([
    [
      'an export',
      'export declare function',
      'export declare const two: 2;\nexport declare function',
    ],
    ['a type', 'export interface Query', 'export type More = 1;\nexport interface Query'],
    ['an optional parameter', 'one(id: string)', 'one(id: string, more?: string)'],
    ['an optional field', 'readonly at: number;', 'readonly at: number; readonly to?: number;'],
  ])('%s more only adds to it', (_what, from, to) => {
    expect(change(from, to).change).toBe('grown');
  });

  it('of a module that is gone breaks who was built with it', () => {
    expect(compareContracts(before, { ...before, entries: [] })).toEqual({
      change: 'broken',
      reasons: ['api/api.d.ts is gone'],
    });
  });

  it('is the same where nothing changed', () => {
    expect(compareContracts(before, { ...before }).change).toBe('none');
  });
});

describe('the version', () => {
  it.each([
    ['1.2.3', '2.0.0', 'broken', null],
    ['1.2.3', '1.3.0', 'broken', '2.0.0'],
    ['1.2.3', '1.2.3', 'broken', '2.0.0'],
    ['1.2.3', '1.3.0', 'grown', null],
    ['1.2.3', '2.0.0', 'grown', null],
    ['1.2.3', '1.2.4', 'grown', '1.3.0'],
    ['1.9.3', '1.10.0', 'grown', null],
    ['1.2.3', '1.2.3', 'none', null],
  ] as const)('%s to %s for what is %s', (from, to, what, needed) => {
    expect(neededVersion(from, to, what)).toBe(needed);
  });
});
