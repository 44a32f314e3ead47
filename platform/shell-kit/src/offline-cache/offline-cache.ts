import { type Build, includesBuild, isSameBuild, nameOfBuild } from '../release/build.ts';
import type { ReleaseMachine } from '../release/release-machine.ts';
import { runningBuild } from '../release/state.ts';
import { savesData } from './saves-data.ts';

/** The service worker, which the site server has; see platform/site. */
const script = '/keeper.js';

/**
 * Lets this browser keep the site, to start from while the site server does not answer. A page with
 * a recalled build is kept no longer.
 */
export async function keepOffline(
  machine: Pick<ReleaseMachine, 'state' | 'subscribe'>,
): Promise<void> {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const registered = await serviceWorker.register(script, { updateViaCache: 'none' });
  // Where workers are forbidden there may be none, without an error.
  if (!registered) return;
  const registration = await serviceWorker.ready;
  // A newer worker may take the place of the active one at any time, which then hears nothing.
  const post = (message: object) => registration.active?.postMessage(message);
  const running = new Map<string, Build>();
  /** The build that was told last; undefined: none yet, as the page may get its content only now. */
  let told: Build | null | undefined;
  /** Tells of each page that has its content and of which nothing failed, where data need not be saved. */
  const tellWhatRan = () => {
    const build = runningBuild(machine.state());
    if (machine.state().page?.failed !== false) return;
    if (told !== undefined && isSameBuild(build, told)) return;
    told = build;
    if (isFromCache() || savesData()) return;
    if (build !== null) running.set(nameOfBuild(build), build);
    post({
      type: 'ran',
      release: inlined('release'),
      configuration: inlined('site-configuration'),
      builds: [...running.values()],
    });
  };
  let gone: readonly Build[] = [];
  /** Also of builds that this page never had: what is kept may be of an earlier release. */
  const tellRecalled = () => {
    const { recalled } = machine.state();
    for (const build of recalled) {
      if (!includesBuild(gone, build)) post({ type: 'recalled', ...build });
    }
    gone = recalled;
  };
  tellWhatRan();
  tellRecalled();
  machine.subscribe(() => {
    if (machine.state().stands) tellWhatRan();
    tellRecalled();
  });
}

/** Whether this page itself comes from the offline cache. */
export function isFromCache(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

function inlined(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}
