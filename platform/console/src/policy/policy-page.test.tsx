// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { adminWith } from '../admin/admin.testing.ts';
import { AdminContext } from '../admin/use-admin.ts';
import { PolicyPage } from './policy-page.tsx';

afterEach(cleanup);

it('says of each opening who has it, who needs it and what it lets in', async () => {
  const admin = adminWith({
    openings: async () => ({
      ok: true,
      value: [
        {
          opening: 'frames:https://films.example.org',
          letsIn: 'what such a page shows',
          ...{ bySite: false, approvedFor: ['mfe-films', 'mfe-news'], neededBy: ['mfe-films'] },
        },
        {
          opening: 'injectedStyles',
          letsIn: 'a build styles all of the page',
          ...{ bySite: false, approvedFor: [], neededBy: ['mfe-news'] },
        },
        {
          opening: 'wasm',
          letsIn: 'compiled code',
          ...{ bySite: true, approvedFor: [], neededBy: [] },
        },
      ],
    }),
  });
  render(
    <AdminContext value={admin}>
      <PolicyPage channel="production" />
    </AdminContext>,
  );
  await screen.findByText('wasm');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'frames:https://films.example.orgapproved for mfe-films, mfe-newsNeeded by mfe-films.Lets in: what such a page shows.',
    'injectedStylesnot openNeeded by mfe-news.Lets in: a build styles all of the page.',
    'wasmopened by the siteNo live build says it needs this.Lets in: compiled code.',
  ]);
});
