// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { board } from '../board/board.testing.ts';
import { AuditPage } from './audit-page.tsx';

afterEach(cleanup);

const entry = {
  sequence: 1,
  at: '2026-11-21T03:00:00.000Z',
  by: 'ana',
  action: 'lock' as const,
  detail: { app: 'shell', channel: 'production', reason: 'Freeze' },
  previousHash: '',
  hash: '',
};

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

function show(address: string) {
  const asked: object[] = [];
  const admin = adminWith({
    board: async () => ({ ok: true, value: board }),
    builds: async () => ({ ok: true, value: [] }),
    audit: async (filter) => {
      asked.push(filter);
      return { ok: true, value: filter.app === 'mfe-auth' ? [] : [entry] };
    },
  });
  render(
    <MemoryRouter initialEntries={[address]}>
      <AdminContext value={admin}>
        <AuditPage />
        <Address />
      </AdminContext>
    </MemoryRouter>,
  );
  return asked;
}

it('tells entries as sentences', async () => {
  show('/audit');
  expect(await screen.findByText('ana locked shell in production: Freeze')).toBeDefined();
});

it('asks for what the address says, and exports the same', async () => {
  const asked = show('/audit?person=ana&kind=lock&days=7&app=no%20app&channel=staging');
  await screen.findByText(/ana locked/);
  expect(asked).toEqual([{ person: 'ana', kind: 'lock', days: '7', app: undefined }]);
  expect(screen.getByText('CSV').getAttribute('href')).toBe(
    '/v1/audit/export?person=ana&kind=lock&days=7&format=csv',
  );
});

it('keeps what is chosen in the address', async () => {
  const asked = show('/audit?channel=staging');
  await screen.findByText(/ana locked/);
  fireEvent.change(screen.getByLabelText('App'), { target: { value: 'mfe-auth' } });
  expect(await screen.findByText('No matching entries.')).toBeDefined();
  const person = screen.getByLabelText('Person');
  fireEvent.change(person, { target: { value: ' ben ' } });
  fireEvent.blur(person);
  expect(screen.getByTestId('address').textContent).toBe(
    '/audit?channel=staging&app=mfe-auth&person=ben',
  );
  expect(asked.at(-1)).toMatchObject({ app: 'mfe-auth', person: 'ben' });
});
