// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { giveDialogs } from './dialog.testing.ts';
import { EndingDialog } from './ending-dialog.tsx';

beforeAll(giveDialogs);
afterEach(cleanup);

it('ends something once, however often the button is pressed', async () => {
  let asked = 0;
  let ended = 0;
  render(
    <EndingDialog
      title="Revoke ben"
      confirm="Revoke"
      end={async () => {
        asked += 1;
        return { ok: true, value: null };
      }}
      ended="ben is revoked."
      onClose={() => {
        ended += 1;
      }}
    >
      text
    </EndingDialog>,
  );
  const button = screen.getByRole('button', { name: 'Revoke' });
  fireEvent.click(button);
  fireEvent.click(button);
  await expect.poll(() => ended).toBe(1);
  expect(asked).toBe(1);
});
