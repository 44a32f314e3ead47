import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { type Build, includesBuild, isSameBuild, nameOfBuild } from '../release/build.ts';
import type { ReleaseMachine } from '../release/release-machine.ts';
import { runningBuild } from '../release/state.ts';
import { savesData } from './saves-data.ts';

/** The service worker, which the site server has; see releases/site. */
const script = '/keeper.js';

interface OfflineParts {
  /** The release that the page was served with. */
  release: ReleaseDocument;
  machine: Pick<ReleaseMachine, 'state' | 'subscribe'>;
}

/**
 * Lets this browser keep the site, to start from while the site server does not answer. A page with
 * a recalled build is kept no longer.
 */
export async function keepOffline({ release, machine }: OfflineParts): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const registered = await serviceWorker.register(script, { updateViaCache: 'none' });
  // Where workers are forbidden there may be none, without an error.
  if (!registered) return;
  const { active } = await serviceWorker.ready;
  const post = (message: object) => active?.postMessage(message);
  const running = new Map<string, Build>();
  /** Tells of each page that has its content and of which nothing failed, where data need not be saved. */
  const tellRan = (build: Build | null) => {
    if (isFromCache() || savesData()) return;
    if (build !== null) running.set(nameOfBuild(build), build);
    const configuration = inlined('site-configuration');
    post({
      type: 'ran',
      release: inlined('release'),
      configuration,
      builds: [...running.values()],
    });
  };
  /** The build that was told last; undefined: none yet, as the page may get its content only now. */
  let told: Build | null | undefined;
  const tellWhatRan = () => {
    const build = runningBuild(machine.state());
    if (machine.state().page?.failed !== false) return;
    if (told !== undefined && isSameBuild(build, told)) return;
    told = build;
    tellRan(build);
  };
  tellWhatRan();
  const named: { name: string; build: string }[] = [release.shell];
  for (const remote of release.remotes) named.push(remote, remote.fallback ?? remote);
  const gone = new Set<string>();
  machine.subscribe(() => {
    const { recalled, stands } = machine.state();
    if (stands) tellWhatRan();
    for (const { name: app, build } of named) {
      if (gone.has(build) || !includesBuild(recalled, { app, build })) continue;
      gone.add(build);
      post({ type: 'recalled', app, build });
    }
  });
}

/** Whether this page itself comes from the offline cache. */
export function isFromCache(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

function inlined(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}
