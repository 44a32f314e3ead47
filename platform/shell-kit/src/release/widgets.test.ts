import { describe, expect, it } from 'vitest';
import type { ReleaseEffect, ReleaseInput } from './inputs.ts';
import { transition } from './machine.ts';
import { build, releaseDocument, servedWith } from './release-document.testing.ts';
import { remoteBuild } from './release-in-page.ts';
import { type ReleaseState, releaseInUse, runningBuilds } from './state.ts';

type Given = ReleaseInput | ((state: ReleaseState) => ReleaseInput);

/** A page of the ledger's build `a` that shows a widget of the parties', with `q` over `p`. */
function after(...inputs: Given[]) {
  let state = servedWith(releaseDocument(1, { ledger: 'a', parties: 'q/p' }));
  let effects: readonly ReleaseEffect[] = [];
  for (const input of [settled, widget('q'), ...inputs]) {
    ({ state, effects } = transition(state, typeof input === 'function' ? input(state) : input));
  }
  return { state, effects, widgets: remoteBuild(state.shown, 'parties') };
}
const settled = (state: ReleaseState): ReleaseInput => ({
  type: 'settled',
  build: build('ledger', 'a'),
  failed: false,
  release: releaseInUse(state),
});
const widget = (name: string): ReleaseInput => ({
  type: 'widget-mounted',
  build: build('parties', name),
});
const broke: ReleaseInput = { type: 'failed', build: build('parties', 'q'), kind: 'render' };
const swap: ReleaseInput = { type: 'swap', app: 'parties' };
const toPlace: ReleaseInput = { type: 'navigation', to: 'place' };
const stood: ReleaseInput = { type: 'elapsed', timer: 'widgets-standing' };

describe('widgets of an app', () => {
  it('give way to the build that takes the place of theirs, without a load of the page', () => {
    const { state, effects, widgets } = after(broke, swap);
    expect(widgets).toBe('p');
    expect(remoteBuild(state.shown, 'ledger')).toBe('a');
    expect(effects).toEqual([]);
  });

  it('stay where nothing failed, or nothing is left', () => {
    expect(after(swap).widgets).toBe('q');
    const both: ReleaseInput = { type: 'failed', build: build('parties', 'p'), kind: 'render' };
    expect(after(both, broke, swap).widgets).toBe('q');
  });

  it('do not come back with a load of the same page that had begun before', () => {
    expect(after(toPlace, broke, swap, settled).widgets).toBe('p');
    expect(after(broke, swap, toPlace, settled).widgets).toBe('p');
  });

  it('leave a recalled build as soon as there is another, and the page stays', () => {
    const news: ReleaseInput = { type: 'news', revision: 2, recalled: [build('parties', 'q')] };
    const told = after(news);
    expect(told.effects).toContainEqual({ type: 'arm', timer: 'grace', milliseconds: 700 });
    const release = releaseDocument(2, { ledger: 'a', parties: 'p' });
    const { effects, widgets } = after(news, { type: 'release', release });
    expect(widgets).toBe('p');
    expect(effects).not.toContainEqual({ type: 'renew' });
  });

  it('of the page’s own app change with the page alone', () => {
    const own: ReleaseInput[] = [
      { type: 'failed', build: build('ledger', 'a'), kind: 'render' },
      { type: 'release', release: releaseDocument(2, { ledger: 'b', parties: 'q/p' }) },
      { type: 'swap', app: 'ledger' },
    ];
    expect(remoteBuild(after(...own).state.shown, 'ledger')).toBe('a');
  });

  it('run, and are taken to work once they have stood for three seconds', () => {
    const { effects } = after();
    expect(effects).toEqual([
      { type: 'starting', build: build('parties', 'q') },
      { type: 'arm', timer: 'widgets-standing', milliseconds: 3_000 },
    ]);
    const { state } = after({ type: 'mounted', build: build('ledger', 'a') });
    expect(runningBuilds(state)).toEqual({ ledger: 'a', parties: 'q' });
    expect(after(stood).effects).toEqual([{ type: 'starting', build: null }]);
  });

  it('of a build that was left tell of its recovery', () => {
    const again: ReleaseInput = { type: 'again', app: 'parties' };
    const { state } = after(broke, swap, again, widget('q'), stood);
    expect(state.happened.recovered).toEqual([build('parties', 'q')]);
  });
});
