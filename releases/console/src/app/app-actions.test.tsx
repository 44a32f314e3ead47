// @vitest-environment jsdom
import type { Actor } from '@tallystick/registry/contract/tokens';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { board, ledger1, ledger2, published } from '../board/board.testing.ts';
import { standingOf } from '../board/standing.ts';
import { SessionContext } from '../session/signed-in.ts';
import { AppActions } from './app-actions.tsx';

afterEach(cleanup);

it.each<[Actor['scope'], string[]]>([
  [{ kind: 'manager' }, ['Roll back', 'Recall', 'Promote', 'Canary', 'Lock']],
  [{ kind: 'publisher', app: 'mfe-ledger' }, ['Roll back', 'Recall', 'Promote', 'Canary']],
])('offers to $kind what that may do', (scope, words) => {
  const actor: Actor = { tokenId: 'ana', name: 'ana', scope };
  render(
    <SessionContext value={{ actor, signOut: async () => ({ ok: true, value: null }) }}>
      <AppActions
        standing={standingOf(board, 'mfe-ledger')}
        builds={[ledger2, ledger1].map(published)}
      />
    </SessionContext>,
  );
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(words);
});
