// @vitest-environment jsdom
import type { Route } from '@tallystick/registry/contract/route';
import type { OpenPreview } from '@tallystick/registry/parts/previews/contract/preview-links';
import { previewRoutes } from '@tallystick/registry/parts/previews/contract/routes';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { adminWith, answering } from '../../admin/admin.testing.ts';
import { AdminContext } from '../../admin/use-admin.ts';
import { giveEvents } from '../../live/live.testing.ts';
import { LiveFeed } from '../../live/live.tsx';
import { Announcements } from '../../ui/announcements.tsx';
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

const { previewLinks, endPreviewLink } = previewRoutes;
function adminThatEnds(links: readonly OpenPreview[], end: (given: object) => void) {
  const answers = new Map<Route, unknown>([
    [previewLinks, links],
    [endPreviewLink, link],
  ]);
  return adminWith(
    answering(answers, (route, given) => {
      if (route === endPreviewLink) end(given);
    }),
  );
}

it('ends a preview once, however often the button is pressed', async () => {
  const ended: object[] = [];
  const admin = adminThatEnds([link], (given) => ended.push(given));
  render(
    <AdminContext value={admin}>
      <Announcements>
        <OpenPreviews app="mfe-notes" />
      </Announcements>
    </AdminContext>,
  );
  const button = await screen.findByText('End');
  expect(screen.getByText('open in 12 browsers')).toBeTruthy();
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText('The preview of aaaaaaa has ended.');
  expect(ended).toEqual([{ params: { id: '1a2b3c4d' } }]);
});

it('ends a preview, tells eyes and ears, and leaves the focus on the page', async () => {
  const links = [link];
  const admin = adminThatEnds(links, () => links.pop());
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
  await expect.poll(() => said?.textContent).toBe('The preview of aaaaaaa has ended.');
  await expect.poll(() => screen.queryByText('End')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('says by which run of a pipeline it was opened', async () => {
  const createdBy = 'CI of org/ledger, run 7';
  render(
    <AdminContext value={adminThatEnds([{ ...link, createdBy, once: true }], () => {})}>
      <OpenPreviews app="mfe-notes" />
    </AdminContext>,
  );
  expect((await screen.findByRole('listitem')).textContent).toContain(createdBy);
});
