import type { Preview } from '@tallystick/contract/release';
import { systemClock } from '@tallystick/timing/clock';
import { newsStream } from '../release/news-stream.ts';
import { askWhetherEnded, followPreview } from './follow-preview.ts';
import { showBanner } from './preview-banner.tsx';

/** Says that this page is one of a preview, and lets it end with that. */
export function showPreview(preview: Preview): void {
  showBanner(preview);
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
