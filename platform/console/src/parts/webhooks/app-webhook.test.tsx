// @vitest-environment jsdom
import type { AppWebhookState } from '@tallystick/registry/parts/webhooks/contract/app-webhook';
import { webhookRoutes } from '@tallystick/registry/parts/webhooks/contract/routes';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { adminWith, answering } from '../../admin/admin.testing.ts';
import { AdminContext } from '../../admin/use-admin.ts';
import { AppWebhook } from './app-webhook.tsx';

afterEach(cleanup);

const none: AppWebhookState = { webhook: null, waiting: 0, tries: 0, lastTakenAt: null };
const at = '2026-11-23T12:00:00.000Z';

async function shown(state: AppWebhookState): Promise<string> {
  const admin = adminWith(answering(new Map([[webhookRoutes.webhook, state]])));
  render(
    <AdminContext value={admin}>
      <AppWebhook app="mfe-ledger" />
    </AdminContext>,
  );
  const heading = await screen.findByRole('heading', { name: 'Webhook' });
  return heading.closest('section')?.textContent ?? '';
}

it('says where the team is told, and that notices wait there', async () => {
  const webhook = {
    ...{ app: 'mfe-ledger', id: '1a', origin: 'https://hooks.example' },
    ...{ createdAt: at, createdBy: 'ana', reason: 'their chat' },
  };
  const text = await shown({ webhook, waiting: 3, tries: 7, lastTakenAt: null });
  expect(text).toContain('Addresshttps://hooks.example');
  expect(text).toMatch(/by ana, .+: their chat/);
  expect(text).toContain('Last deliverednever');
  expect(text).toContain('Waiting3, tried 7 times');
});

it('says that there is none, and how to set one', async () => {
  expect(await shown(none)).toContain('A manager can set one: release webhook --help.');
});
