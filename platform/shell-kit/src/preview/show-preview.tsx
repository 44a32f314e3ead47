import type { Preview } from '@tallystick/contract/release';
import { systemClock } from '@tallystick/timing/clock';
import { createRoot } from 'react-dom/client';
import { newsStream } from '../release/news-stream.ts';
import type { LateLook } from '../shell.ts';
import { openWhyOnDemand } from '../why/open-why.ts';
import type { PageParts } from '../why/snapshot.ts';
import { askWhetherEnded, followPreview } from './follow-preview.ts';

/** Says that this page is one of a preview, and lets it end with that. */
export function showPreview(
  preview: Preview,
  { PreviewBanner }: Pick<LateLook, 'PreviewBanner'>,
  page: PageParts,
): void {
  openWhyOnDemand(page);
  const container = document.createElement('div');
  // Without this mark the styles of remotes would reach it.
  container.dataset.site = '';
  document.body.prepend(container);
  createRoot(container).render(<PreviewBanner preview={preview} />);
  // That of a working copy is left by an address of another site, and ends with the command.
  if (!preview.leave.startsWith('/')) return;
  const { join, leave, look } = followPreview({
    connect: newsStream('/releases/events'),
    clock: systemClock,
    hasEnded: askWhetherEnded,
    reload: () => window.location.reload(),
  });
  join();
  addEventListener('pagehide', leave);
  addEventListener('pageshow', join);
  // The error of a script or a stylesheet does not bubble; one that code throws comes from the window.
  document.addEventListener('error', () => void look(), { capture: true });
}
