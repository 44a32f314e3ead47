import { createManualClock } from '@tallystick/timing/manual-clock';
import { describe, expect, it, vi } from 'vitest';
import { build, releaseDocument } from './release-document.testing.ts';
import { createReleaseMachine, type ReleaseMachine, whenAllowed } from './release-machine.ts';

const bad = build('ledger', 'a');

function open(clock = createManualClock().clock): ReleaseMachine {
  return createReleaseMachine({
    shell: 's',
    release: releaseDocument(1),
    reloadedFor: null,
    broken: [],
    endedIn: null,
    load: async () => {},
    clock,
  });
}

it('waits for half of a second at least, and not all pages as long, until it asks once more', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { clock, due } = createManualClock();
  const machine = open(clock);
  machine.dispatch({ type: 'news', revision: 2, recalled: [] });
  machine.dispatch({ type: 'no-release', why: 'unreachable' });
  expect(due()).toEqual([750]);
  vi.restoreAllMocks();
});

describe('a page of a build', () => {
  const recalled = (...builds: (typeof bad)[]) =>
    ({ type: 'news', revision: 2, recalled: builds }) as const;

  it('is shown at once where it is not recalled', async () => {
    const machine = open();
    machine.dispatch(recalled(bad));
    await whenAllowed(machine, build('parties', 'p'), new AbortController().signal);
  });

  it('is held back until it is recalled no more', async () => {
    const machine = open();
    machine.dispatch(recalled(bad));
    let isShown = false;
    const shown = whenAllowed(machine, bad, new AbortController().signal).then(() => {
      isShown = true;
    });
    expect(machine.state().heldBack).toEqual([bad]);
    machine.dispatch(recalled(bad, build('ledger', 'b')));
    await Promise.resolve();
    expect(isShown).toBe(false);
    machine.dispatch(recalled());
    await shown;
    expect(machine.state().heldBack).toEqual([]);
  });

  it('is not held back for whoever went elsewhere', async () => {
    const machine = open();
    machine.dispatch(recalled(bad));
    const leaving = new AbortController();
    const shown = whenAllowed(machine, bad, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(shown).rejects.toThrow('left');
    await expect(whenAllowed(machine, bad, leaving.signal)).rejects.toThrow('left');
    expect(machine.state().heldBack).toEqual([]);
  });
});

describe('the router', () => {
  it('loads the page anew as soon as it is there, and not once it is gone', () => {
    const machine = open();
    machine.dispatch({ type: 'renew' });
    const revalidate = vi.fn(() => machine.dispatch({ type: 'navigation', to: 'place' }));
    const leave = machine.connectRouter(revalidate);
    expect(revalidate).toHaveBeenCalledOnce();
    expect(machine.state().navigation.type).toBe('begun');
    leave();
    machine.dispatch({ type: 'renew' });
    expect(revalidate).toHaveBeenCalledOnce();
  });

  it('says within its answer that the load begins', () => {
    const machine = open();
    machine.connectRouter(() => machine.dispatch({ type: 'navigation', to: 'place' }));
    machine.dispatch({ type: 'renew' });
    const { navigation, goal } = machine.state();
    expect(navigation).toEqual({ type: 'begun', release: goal });
  });
});
