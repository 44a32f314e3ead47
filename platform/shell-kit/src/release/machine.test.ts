import { describe, expect, it } from 'vitest';
import type { Build } from './build.ts';
import type { ReleaseEffect, ReleaseInput } from './inputs.ts';
import { transition } from './machine.ts';
import { build, releaseDocument as document, servedWith } from './release-document.testing.ts';
import { remoteBuild } from './release-in-page.ts';
import { type ReleaseState, releaseInUse } from './state.ts';

/** An input, or what makes one of the state by then. */
type Given = ReleaseInput | ((state: ReleaseState) => ReleaseInput);

/** Lets a page take these inputs; answers its state and the effects of the last. */
function from(start: ReleaseState, ...inputs: Given[]) {
  let state = start;
  let effects: readonly ReleaseEffect[] = [];
  for (const input of inputs) {
    ({ state, effects } = transition(state, typeof input === 'function' ? input(state) : input));
  }
  return { state, effects, used: remoteBuild(releaseInUse(state), 'ledger') };
}
/** The same of a page that was served with revision 1, whose first page has come. */
const after = (...inputs: Given[]) => from(servedWith(document(1)), settled('a'), ...inputs);

const news = (revision: number, ...recalled: Build[]): ReleaseInput => ({
  type: 'news',
  revision,
  recalled,
});
const answer = (revision: number, ledger: string): ReleaseInput => ({
  type: 'release',
  release: document(revision, { ledger }),
});
/** The page of the load under way comes. */
function settled(ledger: string) {
  return (state: ReleaseState): ReleaseInput => ({
    type: 'settled',
    build: build('ledger', ledger),
    failed: false,
    release: releaseInUse(state),
  });
}
const ledgerA = build('ledger', 'a');
const mounted = (name: string): ReleaseInput => ({ type: 'mounted', build: build('ledger', name) });
const failed = (name: string): ReleaseInput => ({
  type: 'failed',
  build: build('ledger', name),
  kind: 'render',
});
const toPage: ReleaseInput = { type: 'navigation', to: 'page' };
const toPlace: ReleaseInput = { type: 'navigation', to: 'place' };

describe('a build that failed', () => {
  const start = from(servedWith(document(1, { ledger: 'b/a' })), settled('b')).state;

  it('is left at the next navigation to another page', () => {
    expect(from(start, failed('b'), toPlace).used).toBe('b');
    expect(from(start, failed('b'), toPage).used).toBe('a');
  });

  it('is left at once where the page is made anew', () => {
    const { effects, used } = from(start, failed('b'), { type: 'renew' });
    expect(effects).toContainEqual({ type: 'renew' });
    expect(used).toBe('a');
  });

  it('is reported with the step down from it', () => {
    expect(from(start, failed('b')).state.happened).toMatchObject({
      failures: [{ app: 'ledger', build: 'b', kind: 'render' }],
      steps: [{ app: 'ledger', from: 'b', to: 'a' }],
    });
  });

  it('says nothing of a release that took its place', () => {
    const { state } = from(start, news(2), answer(2, 'c/b'), failed('a'));
    expect(remoteBuild(state.goal, 'ledger')).toBe('c');
  });

  it('is not begun with in a page after the one that it took with it', () => {
    const { used } = from(
      servedWith(document(1, { ledger: 'b/a' }), { broken: [build('ledger', 'b')] }),
    );
    expect(used).toBe('a');
  });

  it('is left and reported in the page after the one that ended in it', () => {
    const { state, used } = from(
      servedWith(document(1, { ledger: 'b/a' }), { endedIn: build('ledger', 'b') }),
    );
    expect(used).toBe('a');
    expect(state.happened.failures).toEqual([{ app: 'ledger', build: 'b', kind: 'boot' }]);
  });

  it('gives way to a fallback only as long as that is not recalled', () => {
    const fallen = [failed('b'), { type: 'renew' } as const, toPlace, settled('a'), mounted('a')];
    const { effects, used } = from(start, ...fallen, news(2, ledgerA));
    expect(effects).toContainEqual({ type: 'renew' });
    expect(used).toBe('b');
  });

  it('is tried again at the top when somebody says so', () => {
    const { state, used } = from(start, failed('b'), { type: 'again', app: 'ledger' });
    expect(used).toBe('b');
    expect(state.attempts).toBe(1);
  });
});

describe('the load of a page', () => {
  it('that is made anew is no navigation of somebody’s', () => {
    const { state } = after(news(2), answer(2, 'b'), { type: 'renew' }, toPlace);
    expect(state.navigation).toEqual({ type: 'begun', release: state.goal });
  });

  it('does not decide what the next one gets, if what it brings is not wanted any more', () => {
    const { used } = after(
      news(2),
      answer(2, 'b'),
      { type: 'renew' },
      news(3),
      answer(3, 'a'),
      toPage,
    );
    expect(used).toBe('a');
  });

  it('is not over when an earlier page settles', () => {
    const { state: before } = after();
    const { state } = after(news(2), answer(2, 'b'), toPage, {
      type: 'settled',
      build: ledgerA,
      failed: false,
      release: before.shown,
    });
    expect(state.navigation.type).toBe('begun');
    expect(state.shown.revision).toBe(1);
  });
});

describe('news', () => {
  it('of a newer revision lead to its release, once', () => {
    expect(after(news(2)).effects).toContainEqual({ type: 'ask' });
    expect(after(news(2), news(2)).effects).not.toContainEqual({ type: 'ask' });
  });

  it('of what the tab has, or had, lead nowhere', () => {
    expect(after(news(1)).effects).not.toContainEqual({ type: 'ask' });
    expect(after(news(3), news(2, ledgerA)).state).toMatchObject({ announced: 3, recalled: [] });
  });
});

describe('a release', () => {
  it('that was overtaken while it was asked for is asked for again at once', () => {
    const { state, effects } = after(news(2), news(3), answer(2, 'b'));
    expect(effects).toContainEqual({ type: 'ask' });
    expect(state.goal.revision).toBe(2);
  });

  it('that a server has not got yet is asked for again after a wait', () => {
    const { effects } = after(news(2), answer(1, 'a'));
    expect(effects).toEqual([{ type: 'arm', timer: 'ask', milliseconds: 1_000 }]);
  });

  it('that cannot be had is asked for again after waits that grow', () => {
    const missing: ReleaseInput = { type: 'no-release', why: 'unreachable' };
    const elapsed: ReleaseInput = { type: 'elapsed', timer: 'ask' };
    const { effects } = after(news(2), missing, elapsed, missing, elapsed, missing);
    expect(effects).toEqual([{ type: 'arm', timer: 'ask', milliseconds: 4_000 }]);
  });

  it('that this shell cannot read makes another shell wanted', () => {
    const { effects } = after(news(2), { type: 'no-release', why: 'unreadable' });
    expect(effects).toContainEqual({ type: 'watch', on: true });
  });

  it('never takes the place of a newer one', () => {
    const { state } = after(news(3), answer(3, 'c'), answer(2, 'b'));
    expect(state.goal.revision).toBe(3);
    expect(remoteBuild(state.goal, 'ledger')).toBe('c');
  });

  it('with the same builds is shown already', () => {
    const { state, effects } = after(news(2), answer(2, 'a'));
    expect(state.shown.revision).toBe(2);
    expect(effects).toEqual([]);
  });
});

describe('a recall', () => {
  it('arms the time of the build that is shown', () => {
    expect(after(mounted('a'), news(2, ledgerA)).effects).toEqual([
      { type: 'ask' },
      { type: 'arm', timer: 'grace', milliseconds: 700 },
    ]);
  });

  it('makes the page anew as soon as there is another build', () => {
    const { effects, used } = after(mounted('a'), news(2, ledgerA), answer(2, 'b'));
    expect(effects).toContainEqual({ type: 'renew' });
    expect(used).toBe('b');
  });

  it('of the build on the way makes the page anew once more', () => {
    const both = news(3, ledgerA, build('ledger', 'b'));
    const first = [mounted('a'), news(2, ledgerA), answer(2, 'b'), toPlace];
    const { effects, used } = after(...first, both, answer(3, 'c'));
    expect(effects).toContainEqual({ type: 'renew' });
    expect(used).toBe('c');
  });

  it('does not interrupt who leaves the page anyway', () => {
    const leaving = [mounted('a'), news(2), answer(2, 'b'), toPage];
    const { effects } = after(...leaving, news(3, ledgerA), answer(3, 'b'));
    expect(effects.filter(({ type }) => type === 'renew')).toEqual([]);
  });

  it('lets no search stay on the build', () => {
    expect(after(news(2), answer(2, 'b'), toPlace).used).toBe('a');
    expect(after(news(2), answer(2, 'b'), news(3, ledgerA), toPlace).used).toBe('b');
  });

  it('is obeyed by a search that breaks off the load that obeys it, without a second load', () => {
    const broken: ReleaseInput = { type: 'broken-off' };
    const leaving = [mounted('a'), news(2, ledgerA), answer(2, 'b'), toPlace];
    const { effects, used } = after(...leaving, broken, toPlace);
    expect(used).toBe('b');
    expect(effects).not.toContainEqual({ type: 'renew' });
  });

  it('is said once the page is there', () => {
    const { effects } = after(
      mounted('a'),
      news(2, ledgerA),
      answer(2, 'b'),
      toPlace,
      settled('b'),
    );
    expect(effects).toContainEqual({ type: 'notify', replaced: 'The ledger', shell: 'none' });
  });
});

describe('what runs', () => {
  it('is the build that came last; its going is told by what was given as it came', () => {
    const old = build('ledger', 'a');
    const next = build('ledger', 'b');
    const both: Given[] = [
      { type: 'mounted', build: old },
      { type: 'mounted', build: next },
    ];
    const { state } = after(...both, { type: 'unmounted', build: old });
    expect(state.mounted).toEqual([next]);
    expect(after(...both, { type: 'unmounted', build: next }).state.mounted).toEqual([old]);
  });

  it('is taken to work once it has stood for three seconds', () => {
    const { effects } = after(mounted('a'));
    expect(effects).toEqual([
      { type: 'starting', build: ledgerA },
      { type: 'arm', timer: 'standing', milliseconds: 3_000 },
    ]);
    const stood = after(mounted('a'), { type: 'elapsed', timer: 'standing' });
    expect(stood.state.stands).toBe(true);
    expect(stood.effects).toEqual([{ type: 'starting', build: null }]);
  });

  it('is reported to a bounded number', () => {
    const many = Array.from({ length: 80 }, () => failed('a'));
    expect(after(...many).state.happened.failures).toHaveLength(50);
  });
});

describe('files that did not come', () => {
  const start = servedWith(document(1, { ledger: 'b/a' }));
  const missing: ReleaseInput = {
    type: 'failed',
    build: build('ledger', 'b'),
    kind: 'unavailable',
  };
  const due: ReleaseInput = { type: 'elapsed', timer: 'retry' };
  const wait = (milliseconds: number) => ({ type: 'arm', timer: 'retry', milliseconds });

  it('are asked for again after a wait, which doubles', () => {
    const first = from(start, missing);
    expect(first.effects).toContainEqual(wait(30_000));
    const again = from(first.state, due);
    expect(again.effects).toContainEqual({ type: 'load', remotes: [start.newest.remotes[0]] });
    const later = from(again.state, missing, { type: 'retried' });
    expect(later.effects).toContainEqual(wait(60_000));
  });

  it('are asked for at once when the network is back, but not twice at a time', () => {
    const online = from(start, missing, { type: 'online' });
    expect(online.effects).toContainEqual({ type: 'disarm', timer: 'retry' });
    expect(from(online.state, { type: 'online' }).effects).toEqual([]);
  });

  it('are not asked for again once they are there', () => {
    const { state, effects } = from(
      start,
      missing,
      due,
      { type: 'loaded', build: build('ledger', 'b'), took: 1 },
      { type: 'retried' },
    );
    expect(effects).toEqual([]);
    expect(state.retry).toEqual({ type: 'none', failures: 0 });
  });
});
