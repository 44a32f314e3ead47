// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { AuditPage } from './audit-page.tsx';

afterEach(cleanup);

it('tells an entry by name and value, without what is not there', async () => {
  const entry = {
    sequence: 1,
    at: '2026-11-21T03:00:00.000Z',
    by: 'ana',
    action: 'lock' as const,
    detail: { app: 'shell', reason: 'Freeze', until: null, builds: { shell: '1' }, size: 3 },
    previousHash: '',
    hash: '',
  };
  const admin = adminWith({ audit: async () => ({ ok: true, value: [entry] }) });
  render(
    <AdminContext value={admin}>
      <AuditPage />
    </AdminContext>,
  );
  const detail = (await screen.findByText('app: shell')).closest('ul');
  expect([...(detail?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'app: shell',
    'reason: Freeze',
    'builds: {"shell":"1"}',
    'size: 3',
  ]);
});
