// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import type { Answer } from '../admin/answer.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { Together } from './together.tsx';
import { useQuery } from './use-query.ts';

afterEach(cleanup);

const failed: Answer<string[]> = { ok: false, code: 'unavailable', problem: 'No.' };

function Channels() {
  const { value, trouble } = useQuery('channels', (admin, signal) => admin.channels(signal));
  return <button type="button">{value?.join() ?? trouble?.code}</button>;
}

it('shows nothing to press before every answer has come, and waits for none that failed or is gone', async () => {
  const answers: PromiseWithResolvers<Answer<string[]>>[] = [];
  const admin = adminWith({
    channels: () => {
      const answer = Promise.withResolvers<Answer<string[]>>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const page = (third: boolean, ready = true) => (
    <AdminContext value={admin}>
      <Together ready={ready}>
        <Channels />
        <Channels />
        {third ? <Channels key="third" /> : null}
      </Together>
    </AdminContext>
  );
  const { rerender } = render(page(true));
  const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
  expect(screen.getByText('Please wait...')).toBeDefined();
  expect(buttons()).toEqual([]);
  await act(async () => answers[0]?.resolve({ ok: true, value: ['production'] }));
  expect(buttons()).toEqual([]);
  await act(async () => answers[1]?.resolve(failed));
  expect(buttons()).toEqual([]);
  rerender(page(false, false));
  expect(buttons(), 'who draws it still waits').toEqual([]);
  rerender(page(false));
  expect(buttons()).toEqual(['production', 'unavailable']);
  expect(screen.queryByText('Please wait...')).toBeNull();
  rerender(page(true, false));
  expect(buttons(), 'what is shown stays').toEqual(['production', 'unavailable', '']);
});
