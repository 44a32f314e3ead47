// @vitest-environment jsdom
import type { Revision } from '@tallystick/registry/contract/channel';
import type { AppLock } from '@tallystick/registry/contract/history';
import type { Actor } from '@tallystick/registry/contract/tokens';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { revision } from '../board/board.testing.ts';
import { SessionContext } from '../session/signed-in.ts';
import { Timeline } from './timeline.tsx';

afterEach(cleanup);

const { at, by, reason } = revision;
const freeze: AppLock = { channel: 'production', app: '*', by, at, until: at, reason };
const lock: AppLock = { channel: 'production', app: 'mfe-ledger', by, at, reason };
const slot = { slot: 'mfe-ledger:beside', from: null, to: { hidden: [], order: [] } };
const all: Revision[] = [
  revision,
  { ...revision, revision: 6, kind: 'rollback' },
  { ...revision, revision: 5, kind: 'configure' },
  { ...revision, revision: 4, kind: 'slots', moves: [], arranged: slot },
];
const manager: Actor['scope'] = { kind: 'manager' };
const team: Actor['scope'] = { kind: 'publisher', app: 'mfe-ledger' };

it.each<[string, Actor['scope'], AppLock[], offered: number[], refused: number[]]>([
  ['everything where nothing is locked', manager, [], [7, 6, 5, 4], []],
  ['what was new, in a freeze', manager, [freeze], [7, 5, 4], [6]],
  ['what was new of its app, to a team in a freeze', team, [freeze], [7, 5], [6]],
  ['what was new of a locked app, to a manager', manager, [lock], [7, 5, 4], [6]],
  ['nothing of a locked app, to its team', team, [lock], [], [7, 6, 5]],
])('offers to undo %s', (_what, scope, locks, offered, refused) => {
  const actor: Actor = { tokenId: 'ana', name: 'ana', scope };
  render(
    <AdminContext value={adminWith({})}>
      <SessionContext value={{ actor, signOut: async () => ({ ok: true, value: null }) }}>
        <Timeline channel="production" revisions={all} locks={locks} app={null} level={2} />
      </SessionContext>
    </AdminContext>,
  );
  const undos = screen.getAllByRole('button', { name: /^Undo revision/ });
  const numbers = (isShut: boolean) =>
    undos
      .filter((one) => one.matches(':disabled') === isShut)
      .map((one) => Number(one.getAttribute('aria-label')?.split(' ').at(-1)));
  expect([numbers(false), numbers(true)]).toEqual([offered, refused]);
});
