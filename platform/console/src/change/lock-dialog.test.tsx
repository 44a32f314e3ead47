// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { board } from '../board/board.testing.ts';
import { giveEvents, lookAgain } from '../live/live.testing.ts';
import { LiveFeed } from '../live/live.tsx';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { LockDialog } from './lock-dialog.tsx';

beforeAll(giveDialogs);
beforeAll(giveEvents);
afterEach(cleanup);

const lock = { channel: 'production', app: 'mfe-ledger', at: '2026-11-21T00:00:00.000Z' };

it.each([
  ['lock', [], [{ ...lock, by: 'ben', reason: 'The incident' }]],
  ['unlock', [{ ...lock, by: 'ben', reason: 'The incident' }], []],
] as const)('to %s says whose lock there is, as it is now', async (kind, before, after) => {
  let locks = [...before];
  const admin = adminWith({ board: async () => ({ ok: true, value: { ...board, locks } }) });
  const dialog = { channel: 'production', app: 'mfe-ledger', kind };
  render(
    <AdminContext value={admin}>
      <LiveFeed paused={false}>
        <LockDialog {...dialog} onClose={() => {}} onDone={() => {}} />
      </LiveFeed>
    </AdminContext>,
  );
  const said = () =>
    screen.getByRole('dialog').textContent?.includes('It is locked by ben: “The incident”');
  await expect.poll(said).toBe(before.length > 0);
  const means = kind === 'lock' ? /^Until it is unlocked/ : /^mfe-ledger can be released again/;
  expect(screen.getByText(means)).toBeDefined();
  locks = [...after];
  await lookAgain();
  await expect.poll(said).toBe(after.length > 0);
  expect(screen.getByText(means)).toBeDefined();
});

it('asks for a reason that says something', async () => {
  const sent: string[] = [];
  const admin = adminWith({
    board: async () => ({ ok: true, value: board }),
    lock: async (_channel, _app, reason) => {
      sent.push(reason);
      return { ok: false, code: 'offline', problem: 'No answer.' };
    },
  });
  render(
    <AdminContext value={admin}>
      <LockDialog
        channel="production"
        app="mfe-ledger"
        kind="lock"
        onClose={() => {}}
        onDone={() => {}}
      />
    </AdminContext>,
  );
  const why = screen.getByLabelText('Why');
  for (const typed of ['', ' ab ', ' abc ']) {
    fireEvent.change(why, { target: { value: typed } });
    fireEvent.click(screen.getByText('Lock'));
  }
  await screen.findByText('No answer.');
  expect(sent).toEqual(['abc']);
});
