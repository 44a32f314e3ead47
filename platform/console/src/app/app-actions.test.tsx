// @vitest-environment jsdom
import type { Actor } from '@tallystick/registry/contract/tokens';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { board, ledger1, ledger2, published, revision } from '../board/board.testing.ts';
import { standingOf } from '../board/standing.ts';
import { SessionContext } from '../session/signed-in.ts';
import { AppActions } from './app-actions.tsx';

afterEach(cleanup);

function actionsOf(scope: Actor['scope'], of = board) {
  const actor: Actor = { tokenId: 'ana', name: 'ana', scope };
  return (
    <SessionContext value={{ actor, signOut: async () => ({ ok: true, value: null }) }}>
      <AppActions
        channel="production"
        standing={standingOf(of, 'mfe-ledger')}
        builds={[ledger2, ledger1].map(published)}
      />
    </SessionContext>
  );
}

it.each<[Actor['scope'], string[]]>([
  [{ kind: 'manager' }, ['Roll back', 'Recall', 'End the canary', 'Promote', 'Canary', 'Lock']],
  [
    { kind: 'manager', channels: ['staging'] },
    ['Roll back', 'Recall', 'End the canary', 'Promote', 'Canary'],
  ],
  [
    { kind: 'publisher', app: 'mfe-ledger' },
    ['Roll back', 'Recall', 'End the canary', 'Promote', 'Canary'],
  ],
])('offers to $kind what that may do', (scope, words) => {
  render(actionsOf(scope));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(words);
});

it('offers to abort a canary only where there is one', () => {
  const { rerender } = render(actionsOf({ kind: 'manager' }));
  const isDisabled = () => screen.getByText('End the canary').matches(':disabled');
  expect(isDisabled()).toBe(true);
  const canaries = { 'mfe-ledger': { build: ledger1, percent: 5 } };
  const current = board.current && { ...board.current, canaries };
  rerender(actionsOf({ kind: 'manager' }, { ...board, current }));
  expect(isDisabled()).toBe(false);
});

it('offers to go back only where there is something to go back to', () => {
  const { rerender } = render(actionsOf({ kind: 'manager' }));
  const areDisabled = () =>
    ['Roll back', 'Recall'].map((text) => screen.getByText(text).matches(':disabled'));
  expect(areDisabled()).toEqual([false, false]);
  rerender(actionsOf({ kind: 'manager' }, { ...board, before: {} }));
  expect(areDisabled()).toEqual([true, true]);
});

it('offers nothing new in a freeze, and to go back all the same', () => {
  const { at, by, reason } = revision;
  const freeze = { channel: 'production', app: '*' as const, by, at, until: at, reason };
  render(actionsOf({ kind: 'manager' }, { ...board, locks: [freeze] }));
  const offered = screen.getAllByRole('button').filter((one) => !one.matches(':disabled'));
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Roll back', 'Recall', 'Lock']);
});

it('keeps the focus where an app is locked, for the way back', () => {
  const { rerender } = render(actionsOf({ kind: 'manager' }));
  screen.getByText('Lock').focus();
  const at = '2026-11-21T03:00:00.000Z';
  const lock = { channel: 'production', app: 'mfe-ledger', by: 'ana', reason: 'Freeze', at };
  rerender(actionsOf({ kind: 'manager' }, { ...board, locks: [lock] }));
  expect(document.activeElement).toBe(screen.getByText('Unlock'));
});
