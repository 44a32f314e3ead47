// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { giveEvents, lookAgain } from '../live/live.testing.ts';
import { LiveFeed } from '../live/live.tsx';
import { type ReadPage, usePages } from './use-pages.ts';

beforeAll(giveEvents);
afterEach(cleanup);

it('shows no older page below newer ones that it does not follow', async () => {
  let newest = { items: [9, 8], next: 8 };
  const asked = Promise.withResolvers<{ items: number[]; next: number }>();
  const read: ReadPage<number> = async (_admin, before) => {
    return { ok: true, value: before === null ? newest : await asked.promise };
  };
  function List() {
    const { seen, loadMore } = usePages('list', read, (item) => item);
    return (
      <button type="button" onClick={() => void loadMore()}>
        {seen?.items.join(' ')}
      </button>
    );
  }
  render(
    <AdminContext value={adminWith({})}>
      <LiveFeed paused={false}>
        <List />
      </LiveFeed>
    </AdminContext>,
  );
  fireEvent.click(await screen.findByText('9 8'));
  newest = { items: [20, 19], next: 19 };
  await lookAgain();
  await screen.findByText('20 19');
  await act(async () => asked.resolve({ items: [7, 6], next: 6 }));
  expect(screen.getByRole('button').textContent).toBe('20 19');
});
