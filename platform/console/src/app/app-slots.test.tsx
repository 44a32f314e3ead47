// @vitest-environment jsdom
import type { NamedChange } from '@tallystick/registry/contract/change-request';
import { changeSchema } from '@tallystick/registry/contract/channel';
import type { SlotState } from '@tallystick/registry/contract/slot-state';
import type { Actor } from '@tallystick/registry/contract/tokens';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { board, ledger1, revision } from '../board/board.testing.ts';
import { Changes } from '../change/begin.tsx';
import { giveEvents } from '../live/live.testing.ts';
import { LiveFeed } from '../live/live.tsx';
import { SessionContext } from '../session/signed-in.ts';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { AppSlots } from './app-slots.tsx';

beforeAll(giveDialogs);
beforeAll(giveEvents);
afterEach(cleanup);

const slot = 'mfe-ledger:beside';
const widget = (name: string, hidden = false) => ({
  name,
  app: 'mfe-cards',
  build: ledger1,
  hidden,
});
const slots: SlotState[] = [
  {
    slot,
    app: 'mfe-ledger',
    exists: true,
    widgets: [widget('mfe-cards/card'), widget('mfe-cards/stamp', true)],
  },
  { slot: 'mfe-other:below', app: 'mfe-other', exists: true, widgets: [] },
];

function open(scope: Actor['scope']) {
  const looked: NamedChange[] = [];
  const admin = adminWith({
    slots: async () => ({ ok: true, value: slots }),
    board: async () => ({ ok: true, value: board }),
    builds: async () => ({ ok: true, value: [] }),
    preview: async (_channel, change) => {
      looked.push(change);
      const to = { hidden: ['mfe-cards/card'], order: [] };
      const arranged = { slot, from: null, to };
      return {
        ok: true,
        value: {
          outcome: 'would-be',
          revision: { ...revision, kind: 'slots', moves: [], arranged },
          change: v.parse(changeSchema, change),
        },
      };
    },
  });
  const actor: Actor = { tokenId: 'ana', name: 'ana', scope };
  render(
    <AdminContext value={admin}>
      <SessionContext value={{ actor, signOut: async () => ({ ok: true, value: null }) }}>
        <LiveFeed paused={false}>
          <Changes channel="production">
            <AppSlots channel="production" app="mfe-ledger" />
          </Changes>
        </LiveFeed>
      </SessionContext>
    </AdminContext>,
  );
  return looked;
}

it('lists what others bring into the slots of an app, and offers a manager to hide and move it', async () => {
  const looked = open({ kind: 'manager' });
  await screen.findByRole('heading', { name: `Slot ${slot}` });
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^mfe-cards\/card .*Hide$/);
  expect(rows[1]).toMatch(/^mfe-cards\/stamp .*Hidden.*Show.*Move up$/);
  fireEvent.click(screen.getByRole('button', { name: 'Hide: mfe-cards/card' }));
  await screen.findByText('hidden: mfe-cards/card');
  expect(looked.at(-1)).toMatchObject({ kind: 'slots', slot, hide: ['mfe-cards/card'], show: [] });
});

it('begins the order with what is moved up', async () => {
  const looked = open({ kind: 'manager' });
  fireEvent.click(await screen.findByRole('button', { name: 'Move up: mfe-cards/stamp' }));
  await screen.findByText('hidden: mfe-cards/card');
  expect(looked.at(-1)).toMatchObject({ order: ['mfe-cards/stamp', 'mfe-cards/card'] });
});

it('offers others nothing', async () => {
  open({ kind: 'publisher', app: 'mfe-ledger' });
  await screen.findByRole('heading', { name: `Slot ${slot}` });
  expect(screen.queryByRole('button')).toBeNull();
});
