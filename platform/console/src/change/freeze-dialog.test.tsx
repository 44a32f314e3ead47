// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { board } from '../board/board.testing.ts';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { FreezeDialog } from './freeze-dialog.tsx';

beforeAll(giveDialogs);
afterEach(cleanup);

const frozen = {
  ...{ channel: 'production', app: '*' as const, by: 'ben', reason: 'Holidays' },
  ...{ at: '2026-11-21T00:00:00.000Z', until: '2026-12-24T12:00:00.000Z' },
};

/** Opens the dialog; answers what was asked of the registry, and how often it was done. */
function open(kind: 'freeze' | 'unfreeze') {
  const asked: unknown[] = [];
  let done = 0;
  const admin = adminWith({
    board: async () => ({ ok: true, value: { ...board, locks: [frozen] } }),
    lock: async (...words) => {
      asked.push(words);
      return { ok: true, value: frozen };
    },
    unlock: async (...words) => {
      asked.push(words);
      return { ok: true, value: null };
    },
  });
  render(
    <AdminContext value={admin}>
      <FreezeDialog
        channel="production"
        kind={kind}
        onClose={() => {}}
        onDone={() => {
          done += 1;
        }}
      />
    </AdminContext>,
  );
  return { asked, done: () => done };
}

it('freezes a channel until the time of this place that was typed, and not without one', async () => {
  const { asked, done } = open('freeze');
  const until = screen.getByLabelText('Until');
  fireEvent.change(until, { target: { value: '' } });
  expect(screen.getByText('Enter a time within a year from now.')).toBeDefined();
  const freeze = screen.getByRole('button', { name: 'Freeze' });
  fireEvent.click(screen.getByText('Holidays'));
  fireEvent.click(freeze);
  expect(asked).toEqual([]);
  fireEvent.change(until, { target: { value: '2027-01-02T08:00' } });
  fireEvent.click(freeze);
  await expect.poll(done).toBe(1);
  const moment = new Date(2027, 0, 2, 8).toISOString();
  expect(asked).toEqual([['production', '*', 'Holidays', moment]]);
});

it('ends a freeze, and says whose it is', async () => {
  const { asked, done } = open('unfreeze');
  await screen.findByText(/^It is frozen by ben until Dec 24, 2026, .*: “Holidays”$/);
  expect(screen.queryByLabelText('Until')).toBeNull();
  fireEvent.click(screen.getByText('It is over'));
  fireEvent.click(screen.getByRole('button', { name: 'End the freeze' }));
  await expect.poll(done).toBe(1);
  expect(asked).toEqual([['production', '*', 'It is over']]);
});
