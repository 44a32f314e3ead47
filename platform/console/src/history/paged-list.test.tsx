// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { giveEvents, lookAgain } from '../live/live.testing.ts';
import { LiveFeed } from '../live/live.tsx';
import { PagedList, type ReadPage } from './paged-list.tsx';

beforeAll(giveEvents);
afterEach(cleanup);

/** Shows the numbers that `read` reads, with a space between. */
function open(read: ReadPage<number>): void {
  render(
    <AdminContext value={adminWith({})}>
      <LiveFeed paused={false}>
        <PagedList name="list" read={read} numberOf={(item) => item} empty="none">
          {(items) => <output>{items.join(' ')}</output>}
        </PagedList>
      </LiveFeed>
    </AdminContext>,
  );
}

it('shows no older page below newer ones that it does not follow', async () => {
  let newest = { items: [9, 8], next: 8 };
  const asked = Promise.withResolvers<{ items: number[]; next: number }>();
  open(async (_admin, before) => {
    return { ok: true, value: before === null ? newest : await asked.promise };
  });
  await screen.findByText('9 8');
  fireEvent.click(screen.getByRole('button'));
  newest = { items: [20, 19], next: 19 };
  await lookAgain();
  await screen.findByText('20 19');
  await act(async () => asked.resolve({ items: [7, 6], next: 6 }));
  expect(screen.getByText('20 19')).toBeDefined();
});

it('reads a page once, and leaves the focus on the button meanwhile', async () => {
  const older: number[] = [];
  const asked = Promise.withResolvers<{ items: number[]; next: number }>();
  open(async (_admin, before) => {
    if (before === null) return { ok: true, value: { items: [9, 8], next: 8 } };
    older.push(before);
    return { ok: true, value: await asked.promise };
  });
  const button = await screen.findByText('Load more');
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByText('Please wait...'));
  expect(document.activeElement).toBe(button);
  expect(button).toHaveProperty('disabled', false);
  await act(async () => asked.resolve({ items: [7, 6], next: 6 }));
  await screen.findByText('9 8 7 6');
  expect(older).toEqual([8]);
});
