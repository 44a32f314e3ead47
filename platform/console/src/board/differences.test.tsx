// @vitest-environment jsdom
import type { Board } from '@tallystick/registry/contract/board';
import type { Actor } from '@tallystick/registry/contract/tokens';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { Changes } from '../change/begin.tsx';
import { SessionContext } from '../session/signed-in.ts';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { board, ledger3, revision } from './board.testing.ts';
import { Differences } from './differences.tsx';

beforeAll(giveDialogs);
afterEach(cleanup);

const opening = { letsIn: '', bySite: null, approvedFor: [] };
/** A channel with a newer build, a canary, and an app that production lacks. */
const staging: Board = {
  ...board,
  current: {
    ...{ ...revision, channel: 'staging' },
    builds: { ...revision.builds, 'mfe-ledger': ledger3, 'mfe-survey': '1.0.0-eeeeeeeeeeee' },
    canaries: { 'mfe-auth': { build: '1.1.0-ffffffffffff', percent: 5 } },
  },
};

function show(of: Partial<Board>, scope: Actor['scope'] = { kind: 'manager' }) {
  const looked: object[] = [];
  const actor: Actor = { tokenId: 'ana', name: 'ana', scope };
  const shown = { ...board, ...of };
  const admin = adminWith({
    board: async () => ({ ok: true, value: shown }),
    builds: async () => ({ ok: true, value: [] }),
    openings: async (channel) => {
      const neededBy = channel === 'staging' ? ['mfe-survey'] : [];
      return { ok: true, value: [{ ...opening, opening: 'wasm', neededBy }] };
    },
    preview: async (_channel, { reason: _, ...change }) => {
      looked.push(change);
      return { ok: true, value: { outcome: 'already', revision } };
    },
  });
  render(
    <AdminContext value={admin}>
      <SessionContext value={{ actor, signOut: async () => ({ ok: true, value: null }) }}>
        <Changes channel="production">
          <Differences
            channel="production"
            board={shown}
            others={[{ channel: 'staging', board: staging }]}
          />
        </Changes>
      </SessionContext>
    </AdminContext>,
  );
  return looked;
}

const promoteAll = { name: 'Promote all of it from staging' };

it('says app by app what differs, and takes over all of it as it is live there', async () => {
  const looked = show({});
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'AppOn stagingOn production',
    'mfe-authdddddddCanary 5 % fffffffddddddd',
    'mfe-ledgercccccccbbbbbbb',
    'mfe-surveyeeeeeeeNot on this channel',
  ]);
  expect(
    await screen.findByText(
      'opening wasm  needed in staging by mfe-survey, in production by nothing',
      { normalizer: String },
    ),
  ).toBeDefined();
  fireEvent.click(screen.getByRole('button', promoteAll));
  expect(await screen.findByText('Promote mfe-ledger and mfe-survey from staging')).toBeDefined();
  const builds = { 'mfe-ledger': null, 'mfe-survey': null };
  await expect.poll(() => looked).toEqual([{ kind: 'promote', builds, from: 'staging' }]);
});

it('offers that to nobody who may not move each app, and to nobody in a freeze', () => {
  show({}, { kind: 'publisher', app: 'mfe-ledger' });
  expect(screen.queryByRole('button', promoteAll)).toBeNull();
  cleanup();
  const { at, by, reason } = revision;
  const until = '2026-12-24T12:00:00.000Z';
  show({ locks: [{ channel: 'production', app: '*', by, at, until, reason }] });
  expect(screen.getByRole('button', promoteAll).matches(':disabled')).toBe(true);
});
