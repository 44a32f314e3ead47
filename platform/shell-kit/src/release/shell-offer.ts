import type { ReleaseEffect } from './inputs.ts';
import { type ReleaseState, type ShellOffer, shellWanted } from './state.ts';

/** Offers a new shell when nothing is disturbed by it; leaves a recalled one by itself. */
export function offerShell(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  const { dirty, active, offer, newest, reloadedFor } = state;
  if (offer === 'reloading') return state;
  switch (shellWanted(state)) {
    case 'none':
      return offer === 'offered' ? withOffer(state, 'none') : state;
    case 'new': {
      if (offer === 'snoozed') return state;
      const isQuiet = !dirty && (offer === 'offered' || !active);
      return withOffer(state, isQuiet ? 'offered' : 'none');
    }
    case 'urgent': {
      const mayReload = !dirty && !active && reloadedFor !== newest.shell.build;
      return mayReload ? reload(state, effects) : withOffer(state, 'offered');
    }
  }
}

/** Has the whole page loaded anew, once. */
export function reload(state: ReleaseState, effects: ReleaseEffect[]): ReleaseState {
  if (state.offer === 'reloading') return state;
  effects.push({ type: 'reload', shell: state.newest.shell.build });
  return { ...state, offer: 'reloading' };
}

function withOffer(state: ReleaseState, offer: ShellOffer): ReleaseState {
  return state.offer === offer ? state : { ...state, offer };
}
