import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import type { Recall } from '../federation/recall.ts';

/** The script that the site server has for it; see releases/site. */
const script = '/keeper.js';

interface KeepParts {
  release: ReleaseDocument;
  recall: Recall;
  /** Whether this page has its content, and nothing of it failed: only such a page is kept. */
  ran: boolean;
}

/**
 * Lets this browser keep the site, to start from while the site server does not answer. A page with
 * a recalled build is kept no longer.
 */
export async function keepSite({ release, recall, ran }: KeepParts): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const registered = await serviceWorker.register(script, { updateViaCache: 'none' });
  // Where workers are forbidden there may be none, without an error.
  if (!registered) return;
  const { active } = await serviceWorker.ready;
  const tell = (told: object) => active?.postMessage(told);
  if (ran && !isKept()) {
    const configuration = inlined('site-configuration');
    tell({ type: 'ran', release: inlined('release'), configuration });
  }
  const named: { name: string; build: string }[] = [release.shell];
  for (const remote of release.remotes) named.push(remote, remote.fallback ?? remote);
  const gone = new Set<string>();
  recall.onChange(() => {
    for (const { name: app, build } of named) {
      if (gone.has(build) || !recall.isRecalled(app, build)) continue;
      gone.add(build);
      tell({ type: 'recalled', app, build });
    }
  });
}

/** Whether this page itself is one that was kept. */
export function isKept(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

function inlined(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}
