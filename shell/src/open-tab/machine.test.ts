import { describe, expect, it } from 'vitest';
import { type TabInput, transition } from './machine.ts';
import { initialState, type Release, type TabState } from './state.ts';

const release = (revision: number, ledger = 'a', shell = 's1'): Release => ({
  revision,
  shell,
  remotes: { ledger, parties: 'p' },
});
const start = initialState({
  shell: { app: 'shell', build: 's1' },
  release: release(1),
  reloadedFor: null,
});

/** Lets a tab take these inputs; answers its state and the effects of the last. */
function after(...inputs: TabInput[]) {
  let state: TabState = start;
  let effects: ReturnType<typeof transition>['effects'] = [];
  for (const input of inputs) ({ state, effects } = transition(state, input));
  return { state, effects };
}
const news = (revision: number, recalled = ''): TabInput => ({
  type: 'news',
  revision,
  recalled: recalled === '' ? [] : [{ app: 'ledger', build: recalled }],
});
const answer = (given: Release): TabInput => ({ type: 'release', release: given });
const settled = (build: string, revision: number): TabInput => ({
  type: 'settled',
  at: { app: 'ledger', build },
  revision,
});
const runs = (build: string): TabInput => ({ type: 'running', builds: { ledger: build } });

describe('the ladder', () => {
  it('gives the goal another build, which the next navigation brings', () => {
    const { state, effects } = after(settled('a', 1), { type: 'ladder', release: release(1, 'z') });
    expect(effects).toEqual([]);
    const next = transition(state, { type: 'navigation', to: 'page' });
    expect(next.effects).toContainEqual({ type: 'route', release: release(1, 'z') });
  });

  it('brings it at once where the page failed', () => {
    const { effects } = after({ type: 'ladder', release: release(1, 'z') }, { type: 'again' });
    expect(effects).toContainEqual({ type: 'renew', release: release(1, 'z') });
  });

  it('does not speak for a release that was overtaken', () => {
    const { state } = after(news(2), answer(release(2, 'b')), {
      type: 'ladder',
      release: release(1, 'z'),
    });
    expect(state.goal).toEqual(release(2, 'b'));
  });

  it('leaves a build to fall back to that is recalled', () => {
    const { effects } = after(
      { type: 'ladder', release: release(1, 'z') },
      { type: 'again' },
      settled('z', 1),
      runs('z'),
      news(2, 'z'),
      { type: 'ladder', release: release(1, 'a') },
    );
    expect(effects).toContainEqual({ type: 'renew', release: release(1, 'a') });
  });
});

describe('a page on its way', () => {
  it('does not decide what the next one gets, if what it brings is not wanted any more', () => {
    const { state } = after(news(2), answer(release(2, 'b')), { type: 'again' }, news(3));
    const back = transition(state, answer(release(3, 'a')));
    const next = transition(back.state, { type: 'navigation', to: 'page' });
    expect(next.effects).toContainEqual({ type: 'route', release: release(3, 'a') });
  });
});

describe('news', () => {
  it('of a newer revision lead to its release, once', () => {
    expect(after(news(2)).effects).toContainEqual({ type: 'ask' });
    expect(after(news(2), news(2)).effects).not.toContainEqual({ type: 'ask' });
  });

  it('of what the tab has, or had, lead nowhere', () => {
    expect(after(news(1)).effects).not.toContainEqual({ type: 'ask' });
    expect(after(news(3), news(2, 'a')).state).toMatchObject({ told: 3, recalled: [] });
  });
});

describe('a release', () => {
  it('that was overtaken while it was asked for is asked for again at once', () => {
    const { state, effects } = after(news(2), news(3), answer(release(2, 'b')));
    expect(effects).toContainEqual({ type: 'ask' });
    expect(state.goal.revision).toBe(2);
  });

  it('that a server has not got yet is asked for again after a wait', () => {
    const { effects } = after(news(2), answer(release(1)));
    expect(effects).toEqual([{ type: 'arm', timer: 'ask', milliseconds: 1_000 }]);
  });

  it('that cannot be had is asked for again after waits that grow', () => {
    const failed: TabInput = { type: 'no-release', why: 'unreachable' };
    const elapsed: TabInput = { type: 'elapsed', timer: 'ask' };
    const { effects } = after(news(2), failed, elapsed, failed, elapsed, failed);
    expect(effects).toEqual([{ type: 'arm', timer: 'ask', milliseconds: 4_000 }]);
  });

  it('that this shell cannot read makes another shell wanted', () => {
    const { effects } = after(news(2), { type: 'no-release', why: 'unreadable' });
    expect(effects).toContainEqual({ type: 'watch', on: true });
  });

  it('never takes the place of a newer one', () => {
    const { state } = after(news(3), answer(release(3, 'c')), answer(release(2, 'b')));
    expect(state.goal).toEqual(release(3, 'c'));
  });

  it('with the same builds is shown already', () => {
    const { state, effects } = after(news(2), answer(release(2)));
    expect(state.shown.revision).toBe(2);
    expect(effects).toEqual([]);
  });
});

describe('a recall', () => {
  const shown = [settled('a', 1), runs('a')];

  it('arms the time of the build that is shown, and holds it back elsewhere', () => {
    const { effects } = after(...shown, news(2, 'a'));
    expect(effects).toEqual([
      { type: 'ask' },
      { type: 'hold', recalled: [{ app: 'ledger', build: 'a' }], graceExpired: [] },
      { type: 'arm', timer: 'grace', milliseconds: 700 },
    ]);
  });

  it('makes the page anew as soon as there is another build', () => {
    const { effects } = after(...shown, news(2, 'a'), answer(release(2, 'b')));
    expect(effects).toContainEqual({ type: 'renew', release: release(2, 'b') });
  });

  it('of the build on the way makes the page anew once more', () => {
    const { effects } = after(
      ...shown,
      news(2, 'a'),
      answer(release(2, 'b')),
      {
        type: 'news',
        revision: 3,
        recalled: [
          { app: 'ledger', build: 'a' },
          { app: 'ledger', build: 'b' },
        ],
      },
      answer(release(3, 'c')),
    );
    expect(effects).toContainEqual({ type: 'renew', release: release(3, 'c') });
  });

  it('does not interrupt who leaves the page anyway', () => {
    const { effects } = after(
      ...shown,
      news(2),
      answer(release(2, 'b')),
      { type: 'navigation', to: 'page' },
      news(3, 'a'),
      answer(release(3, 'b')),
    );
    expect(effects.filter(({ type }) => type === 'renew')).toEqual([]);
  });

  it('is said once the page is there', () => {
    const { effects } = after(...shown, news(2, 'a'), answer(release(2, 'b')), settled('b', 2));
    expect(effects).toContainEqual({ type: 'say', putBack: 'ledger', shell: 'none' });
  });
});
