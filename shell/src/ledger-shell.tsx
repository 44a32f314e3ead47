import { beginTrace } from '@tallystick/shared/api/trace';
import { feedPath } from '@tallystick/shared/contracts/feed-path';
import { shellPages } from '@tallystick/shared/contracts/shell-pages';
import { isPartyKind } from '@tallystick/shared/contracts/subjects';
import { siteConfiguration } from '@tallystick/shared/site';
import { Notice } from '@tallystick/shared/ui/notice';
import type { Shell } from '@tallystick/shell-kit/shell';
import { plainTexts } from '@tallystick/shell-kit/texts';
import { Button } from '@tallystick/ui/button';
import { Frame } from './layout/frame.tsx';
import { ComingSoon } from './pages/coming-soon.tsx';
import { NotFound } from './pages/not-found.tsx';
import { strings } from './strings.ts';

/** The ledger's own shell: its look, its words and its pages, in browsers and where pages are rendered. */
export const ledgerShell: Shell = {
  Frame,
  texts: { ...plainTexts, wayOut: strings.notFound.wayOut },
  pages: shellPages.map(({ path, page }) => ({
    path,
    title: page,
    element: <ComingSoon title={page} />,
  })),
  notFound: { title: strings.notFound.title, element: <NotFound /> },
  Problem: Notice,
  Button,
  late: async () => (await import(/* webpackChunkName: "open-tab" */ './late-look.ts')).lateLook,
  documentTitle: (page) => `${page} • ${siteConfiguration().productName} • ${strings.tagline}`,
  feedOf: (about, id) => (isPartyKind(about) ? feedPath(about, id) : null),
  navigates: beginTrace,
};
