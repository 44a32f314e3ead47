import { describe, expect, it } from 'vitest';
import type { Traits } from '../contract/fit-beside.ts';
import { chooseFallbacks, fallbackCandidates, workingFirst } from './fallbacks.ts';
import { type AppPast, type Past, pastAfter } from './stack.ts';

const approvals = { connect: [], paths: [], openings: [] };

type Kind = 'promote' | 'rollback';
const step = (kind: Kind, from: string | null, to: string) => ({ kind, from, to });
type Moved = ReturnType<typeof step>;
const none = { app: 'mfe-a', canaryFrom: null, canaryTo: null };
/** What an app did by these steps. */
const pastOf = (steps: readonly Moved[]): Past => {
  let past: AppPast | undefined;
  for (const [index, moved] of steps.entries()) {
    const made = { revision: index + 1, at: '', by: '', reason: '', automatic: false };
    past = pastAfter(past, { ...made, ...none, ...moved }, []);
  }
  return new Map(past === undefined ? [] : [['mfe-a', past]]);
};
const next = (live: string, condemned: string[] = []) => ({
  kind: 'promote' as const,
  builds: { 'mfe-a': live },
  canaries: {},
  recalled: [],
  condemned: condemned.map((build) => ({
    ...{ why: 'undone' as const, app: 'mfe-a', build, revision: 1, at: '', by: '', reason: '' },
  })),
  moves: [],
});
const promoted = [step('promote', null, 'a'), step('promote', 'a', 'b'), step('promote', 'b', 'c')];

describe('what can be fallen back to', () => {
  const of = (live: string, steps: Moved[], condemned: string[] = []) =>
    fallbackCandidates(next(live, condemned), pastOf(steps))['mfe-a'];

  it('is what was live before, nearest first', () => {
    expect(of('c', promoted)).toEqual(['b', 'a']);
    expect(of('a', promoted.slice(0, 1))).toEqual([]);
    expect(of('z', [])).toEqual([]);
  });

  it('is never what was rolled back from or condemned', () => {
    expect(of('b', [...promoted, step('rollback', 'c', 'b')])).toEqual(['a']);
    expect(of('c', promoted, ['b'])).toEqual(['a']);
  });

  it('counts the step that is being made', () => {
    const moves = [{ app: 'mfe-a', from: 'c', to: 'd', canaryFrom: null, canaryTo: null }];
    const found = fallbackCandidates({ ...next('d'), moves }, pastOf(promoted));
    expect(found['mfe-a']).toEqual(['c', 'b', 'a']);
  });
});

it('what does not work comes last, and is still better than nothing', () => {
  const failing = ['c', 'b'].map((build) => ({ app: 'mfe-a', build }));
  expect(workingFirst({ 'mfe-a': ['c', 'b', 'a'], 'mfe-b': ['c'] }, failing)).toEqual({
    'mfe-a': ['a', 'c', 'b'],
    'mfe-b': ['c'],
  });
});

describe('what is chosen of it', () => {
  const remote = (path: string, needs = '^19.0.0'): Traits => ({
    kind: 'remote',
    declaration: { name: 'mfe', title: 'mfe', routes: [{ path, page: 'p' }], menu: [] },
    shared: [{ name: 'react', requiredVersion: needs, singleton: true }],
  });
  const traits: Record<string, Traits> = {
    'shell@s': { kind: 'shell', shared: [{ name: 'react', version: '19.3.1' }] },
    'mfe-a@new': remote('/a'),
    'mfe-a@old-react': remote('/a', '^18.0.0'),
    'mfe-a@good': remote('/a'),
    'mfe-a@had-b': remote('/b'),
    'mfe-b@b': remote('/b'),
  };
  const traitsOf = (app: string, build: string) => traits[`${app}@${build}`];
  const revision = { builds: { shell: 's', 'mfe-a': 'new', 'mfe-b': 'b' }, canaries: {} };

  it('is the nearest that is there and fits shell and neighbours', () => {
    const candidates = { 'mfe-a': ['gone', 'old-react', 'had-b', 'good'], 'mfe-b': [] };
    expect(chooseFallbacks(revision, candidates, traitsOf, () => approvals)).toEqual({
      'mfe-a': 'good',
    });
    expect(chooseFallbacks(revision, { 'mfe-a': ['had-b'] }, traitsOf, () => approvals)).toEqual(
      {},
    );
  });

  it('is nothing for the shell', () => {
    expect(chooseFallbacks(revision, { shell: ['s'] }, traitsOf, () => approvals)).toEqual({});
  });
});
