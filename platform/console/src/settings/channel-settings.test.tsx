// @vitest-environment jsdom
import type { AppValues } from '@tallystick/registry/contract/app-values';
import type { NamedChange } from '@tallystick/registry/contract/change-request';
import { changeSchema } from '@tallystick/registry/contract/channel';
import type { Route } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import type { Actor } from '@tallystick/registry/contract/tokens';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { board, ledger2, revision } from '../board/board.testing.ts';
import { Changes } from '../change/begin.tsx';
import { giveEvents } from '../live/live.testing.ts';
import { LiveFeed } from '../live/live.tsx';
import { SessionContext } from '../session/signed-in.ts';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { ChannelSettings } from './channel-settings.tsx';

beforeAll(giveDialogs);
beforeAll(giveEvents);
afterEach(cleanup);

const buildRoute: Route = routes.build;
const settings = { pageSize: { type: 'integer' as const, default: 20 } };

/** Shows what is set of an app to somebody; answers what was asked of the registry. */
function open(set: AppValues, scope: Actor['scope'] = { kind: 'manager' }) {
  const asked: NamedChange[] = [];
  const current = { ...revision, values: { 'mfe-ledger': set } };
  const admin = adminWith({
    // The test needs of a build what it declares alone.
    ask: async (route) => {
      if (route !== buildRoute) throw new Error('The test expects no such call.');
      return v.parse(v.any(), { ok: true, value: { artifact: { declaration: { settings } } } });
    },
    board: async () => ({ ok: true, value: { ...board, current } }),
    builds: async () => ({ ok: true, value: [] }),
    preview: async (_channel, change) => {
      asked.push(change);
      const value = { outcome: 'would-be' as const, revision: current };
      return { ok: true, value: { ...value, change: v.parse(changeSchema, change) } };
    },
  });
  const actor: Actor = { tokenId: 'ana', name: 'ana', scope };
  render(
    <AdminContext value={admin}>
      <SessionContext value={{ actor, signOut: async () => ({ ok: true, value: null }) }}>
        <LiveFeed paused={false}>
          <Changes channel="production">
            <ChannelSettings app="mfe-ledger" current={current} live={ledger2} />
          </Changes>
        </LiveFeed>
      </SessionContext>
    </AdminContext>,
  );
  return asked;
}

const shared: AppValues = { values: {}, share: { percent: 10, values: { pageSize: 50 } } };

it('gives all browsers what a share of them has, at a button', async () => {
  const asked = open(shared);
  await screen.findByText('20 (default); 50 for 10 %');
  fireEvent.click(screen.getByRole('button', { name: 'Give to all browsers' }));
  await screen.findByRole('heading', { name: 'Give settings of mfe-ledger to all browsers' });
  expect(screen.queryByLabelText('pageSize')).toBeNull();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked).toMatchObject([
    { kind: 'configure', app: 'mfe-ledger', set: {}, complete: true, now: false },
  ]);
});

it('offers that to nobody where there is no share, and nothing to who may not', async () => {
  open({ values: { pageSize: 50 } });
  const button = await screen.findByRole('button', { name: 'Give to all browsers' });
  expect(button).toHaveProperty('disabled', true);
  cleanup();
  open(shared, { kind: 'viewer' });
  await screen.findByText('20 (default); 50 for 10 %');
  expect(screen.queryByRole('button')).toBeNull();
});
