// @vitest-environment jsdom
import type { BuildSummary } from '@tallystick/registry/contract/history';
import type { NewToken, Token } from '@tallystick/registry/contract/tokens';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import type { Answer } from '../admin/answer.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { published } from '../board/board.testing.ts';
import { giveDialogs } from '../ui/dialog.testing.ts';
import { CreateToken } from './create-token.tsx';

beforeAll(giveDialogs);
afterEach(cleanup);

const token: Token = {
  id: '1a2b3c4d',
  name: 'ben',
  scope: { kind: 'manager' },
  createdAt: '2026-11-23T12:00:00.000Z',
  createdBy: 'ana',
  expiresAt: '2026-12-23T12:00:00.000Z',
  revokedAt: null,
  lastUsedAt: null,
};

it('leads to the name, which is missing', () => {
  const admin = adminWith({ builds: async () => ({ ok: true, value: [] }) });
  render(
    <AdminContext value={admin}>
      <CreateToken onClose={() => {}} />
    </AdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Create a token' }));
  const field = screen.getByRole('textbox', { name: 'Name', description: 'Give it a name.' });
  expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true']);
});

it('makes one token, however often the button is pressed, and shows its secret', async () => {
  const made: string[] = [];
  const admin = adminWith({
    builds: async () => ({ ok: true, value: [] }),
    createToken: async ({ name }) => {
      made.push(name);
      return { ok: true, value: { token, secret: `tsr_1a2b3c4d_${made.length}` } };
    },
  });
  render(
    <AdminContext value={admin}>
      <CreateToken onClose={() => {}} />
    </AdminContext>,
  );
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'ben' } });
  const button = screen.getByRole('button', { name: 'Create a token' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await screen.findByText(/^tsr_1a2b3c4d_/)).toBeDefined();
  expect(made).toEqual(['ben']);
});

it('cannot be left while the token is made, whose secret nobody would see', async () => {
  const made = Promise.withResolvers<Answer<{ token: Token; secret: string }>>();
  const admin = adminWith({
    builds: async () => ({ ok: true, value: [] }),
    createToken: () => made.promise,
  });
  let closed = 0;
  render(
    <AdminContext value={admin}>
      <CreateToken
        onClose={() => {
          closed += 1;
        }}
      />
    </AdminContext>,
  );
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'ben' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create a token' }));
  fireEvent.click(screen.getByText('Cancel'));
  fireEvent(screen.getByRole('dialog'), new Event('cancel'));
  made.resolve({ ok: true, value: { token, secret: 'tsr_1a2b3c4d_1' } });
  await screen.findByText('tsr_1a2b3c4d_1');
  expect(closed).toBe(0);
  fireEvent.click(screen.getByText('I have copied it'));
  expect(closed).toBe(1);
});

it('makes one token for the apps of a team', async () => {
  const made: NewToken[] = [];
  const of = (app: string): BuildSummary => ({ ...published('1.0.0-aaaaaaaaaaaa'), app });
  const admin = adminWith({
    builds: async () => ({ ok: true, value: ['mfe-memos', 'mfe-notes', 'mfe-other'].map(of) }),
    createToken: async (wanted) => {
      made.push(wanted);
      return { ok: true, value: { token, secret: 'tsr_1a2b3c4d_1' } };
    },
  });
  render(
    <AdminContext value={admin}>
      <CreateToken onClose={() => {}} />
    </AdminContext>,
  );
  await screen.findByText('publish and move mfe-notes');
  expect(screen.queryByLabelText('mfe-memos')).toBeNull();
  fireEvent.change(screen.getByLabelText('Permission'), { target: { value: 'mfe-notes' } });
  fireEvent.click(screen.getByLabelText('mfe-other'));
  fireEvent.click(screen.getByLabelText('mfe-memos'));
  fireEvent.click(screen.getByLabelText('mfe-other'));
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'team' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create a token' }));
  await screen.findByText('tsr_1a2b3c4d_1');
  expect(made.map(({ scope }) => scope)).toEqual([
    { kind: 'publisher', app: 'mfe-notes', others: ['mfe-memos'] },
  ]);
});
