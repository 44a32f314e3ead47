// @vitest-environment jsdom
import type { OpenPreview } from '@tallystick/registry/contract/preview-links';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { giveEvents } from '../live/live.testing.ts';
import { LiveFeed } from '../live/live.tsx';
import { Announcements } from '../ui/announcements.tsx';
import { OpenPreviews } from './open-previews.tsx';

beforeAll(giveEvents);
afterEach(cleanup);

const link: OpenPreview = {
  id: '1a2b3c4d',
  app: 'mfe-notes',
  build: '1.2.0-aaaaaaaaaaaa',
  channel: 'production',
  once: false,
  createdAt: '2026-11-23T12:00:00.000Z',
  createdBy: 'ana',
  expiresAt: '2026-11-26T12:00:00.000Z',
  browsers: 12,
};

it('ends a preview once, however often the button is pressed', async () => {
  const ended: string[] = [];
  const admin = adminWith({
    previewLinks: async () => ({ ok: true, value: [link] }),
    endPreviewLink: async (id) => {
      ended.push(id);
      return { ok: true, value: link };
    },
  });
  render(
    <AdminContext value={admin}>
      <Announcements>
        <OpenPreviews app="mfe-notes" />
      </Announcements>
    </AdminContext>,
  );
  const button = await screen.findByText('End');
  expect(screen.getByText('in 12 browsers now')).toBeTruthy();
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText('The preview of 1.2.0-aaaaaaa is ended.');
  expect(ended).toEqual(['1a2b3c4d']);
});

it('ends a preview, tells eyes and ears, and leaves the focus on the page', async () => {
  let links = [link];
  const admin = adminWith({
    previewLinks: async () => ({ ok: true, value: links }),
    endPreviewLink: async () => {
      links = [];
      return { ok: true, value: link };
    },
  });
  render(
    <AdminContext value={admin}>
      <LiveFeed paused={false}>
        <Announcements>
          <main tabIndex={-1}>
            <OpenPreviews app="mfe-notes" />
          </main>
        </Announcements>
      </LiveFeed>
    </AdminContext>,
  );
  const button = await screen.findByText('End');
  button.focus();
  fireEvent.click(button);
  const [said] = screen.getAllByRole('status');
  await expect.poll(() => said?.textContent).toBe('The preview of 1.2.0-aaaaaaa is ended.');
  await expect.poll(() => screen.queryByText('End')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
