// @vitest-environment jsdom
import type { Route } from '@tallystick/registry/contract/route';
import type { Actor } from '@tallystick/registry/contract/tokens';
import { trainRoutes } from '@tallystick/registry/parts/trains/contract/routes';
import type { Train } from '@tallystick/registry/parts/trains/contract/train';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith, answering } from '../../admin/admin.testing.ts';
import { AdminContext } from '../../admin/use-admin.ts';
import { board, ledger1, ledger2, ledger3, published } from '../../board/board.testing.ts';
import { SessionContext } from '../../session/signed-in.ts';
import { giveDialogs } from '../../ui/dialog.testing.ts';
import { PlanTrain } from './plan-train.tsx';
import { Trains } from './trains.tsx';

beforeAll(giveDialogs);
afterEach(cleanup);

const train: Train = {
  ...{ id: '1f2e3d4c', channel: 'production', builds: { 'mfe-ledger': ledger3 }, by: 'ana' },
  ...{ at: '2026-12-02T08:00:00.000Z', plannedAt: '2026-11-21T03:00:00.000Z', reason: 'Spring' },
  state: 'planned',
};

/** Shows something of trains; answers what was asked of the registry. */
function show(shown: ReactNode, scope: Actor['scope'], listed: readonly Train[] = []) {
  const asked: [string, object][] = [];
  const answers = new Map<Route, unknown>([
    [trainRoutes.trains, listed],
    [trainRoutes.planTrain, train],
    [trainRoutes.cancelTrain, { ...train, state: 'cancelled' }],
  ]);
  const admin = adminWith({
    ...answering(answers, (route, given) => {
      if (route !== trainRoutes.trains) asked.push([route.method, given]);
    }),
    board: async () => ({ ok: true, value: board }),
    builds: async () => ({ ok: true, value: [ledger3, ledger2, ledger1].map(published) }),
  });
  const actor: Actor = { tokenId: 'ana', name: 'ana', scope };
  render(
    <AdminContext value={admin}>
      <SessionContext value={{ actor, signOut: async () => ({ ok: true, value: null }) }}>
        {shown}
      </SessionContext>
    </AdminContext>,
  );
  return asked;
}

it('plans a train of the suggested builds at a time of this place', async () => {
  let done = 0;
  const onDone = () => {
    done += 1;
  };
  const plan = <PlanTrain channel="production" apps={['mfe-ledger']} onDone={onDone} />;
  const asked = show(plan, { kind: 'manager' });
  fireEvent.click(screen.getByText('Plan a train'));
  const at = await screen.findByLabelText('Leaves at');
  fireEvent.change(at, { target: { value: '2026-12-02T09:00' } });
  fireEvent.click(screen.getByText('Planned release'));
  const dialog = screen.getByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Plan a train' }));
  await expect.poll(() => done).toBe(1);
  const body = {
    builds: { 'mfe-ledger': ledger3 },
    at: new Date(2026, 11, 2, 9).toISOString(),
    reason: 'Planned release',
  };
  expect(asked).toEqual([['POST', { params: { channel: 'production' }, body }]]);
});

it('lists the next train first, what became of others below, and cancels one with a reason', async () => {
  const sooner: Train = { ...train, id: '0a', at: '2026-12-01T08:00:00.000Z', reason: 'Sooner' };
  const refused: Train = { ...train, id: '0b', state: 'refused', problem: 'mfe-ledger has moved' };
  const asked = show(<Trains channel="production" />, { kind: 'manager' }, [
    refused,
    train,
    sooner,
  ]);
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^PlannedDec 1, 2026, .*“Sooner”mfe-ledger ccccccc/);
  expect(rows[1]).toContain('“Spring”');
  expect(rows[2]).toMatch(/^Did not leave.*mfe-ledger has moved$/);
  const [, spring] = screen.getAllByRole('button', { name: 'Cancel the train of mfe-ledger' });
  fireEvent.click(spring ?? document.body);
  const dialog = screen.getByRole('dialog');
  fireEvent.click(within(dialog).getByText('Not yet'));
  fireEvent.click(within(dialog).getByRole('button', { name: /^Cancel the train/ }));
  const params = { channel: 'production', id: '1f2e3d4c' };
  await expect.poll(() => asked).toEqual([['DELETE', { params, body: { reason: 'Not yet' } }]]);
});

it.each<Actor['scope']>([
  { kind: 'viewer' },
  { kind: 'publisher', app: 'mfe-auth' },
  { kind: 'manager', channels: ['staging'] },
])('lets %o cancel none', async (scope) => {
  show(<Trains channel="production" />, scope, [train]);
  await screen.findByText('“Spring”');
  expect(screen.queryByRole('button')).toBeNull();
});
