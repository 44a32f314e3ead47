import type { EarlierReact } from '../earlier-react/earlier-react.ts';
import { retryFiles } from '../federation/retry-files.ts';
import { watchFields } from '../fields/fields.ts';
import { afterFirstContent } from '../first-content/first-content.ts';
import type { Site } from '../routing/site.ts';
import { keepViolations } from '../why/violations.ts';
import { type Build, shellBuild } from './build.ts';
import { keepTrying } from './keep-trying.ts';
import type { PageTicket } from './page-ticket.ts';
import type { ProvenReading } from './proven-builds.ts';
import type { ReleaseMachineParts } from './release-machine.ts';
import { createReleases } from './releases.ts';
import { endMarks, readBroken, readReloadedFor } from './starting.ts';
import { noteOnTimeline } from './timeline.ts';

/**
 * Releases in a browser's page, by what earlier pages of this tab have left: begins with the release that the page was
 * served with. From now on files of builds that did not come are asked for again.
 */
export function openReleases({
  release,
  load,
  read,
}: Pick<ReleaseMachineParts, 'release' | 'load'> & {
  /** Reads a later release. */
  read: ProvenReading['release'];
}) {
  retryFiles();
  const fields = watchFields();
  const { before: broken, now: endedIn } = readBroken();
  addEventListener('pagehide', endMarks);
  const reloadedFor = readReloadedFor();
  const beginning = { shell: shellBuild, release, reloadedFor, broken, endedIn };
  const releases = createReleases({ ...beginning, load });
  noteOnTimeline(releases);
  const violations = keepViolations();
  return {
    releases,
    /**
     * Hears from now on of errors that nobody caught.
     *
     * @param settled resolves, once no load of a build is under way, to whether anything of it has loaded
     */
    watchErrors(root: HTMLElement, settled: (build: Build) => Promise<boolean>): void {
      let drawn = root.firstChild !== null;
      new MutationObserver((_records, observer) => {
        drawn = true;
        observer.disconnect();
      }).observe(root, { childList: true });
      const page = { settled, dirty: fields.dirty };
      for (const type of ['error', 'unhandledrejection']) {
        addEventListener(type, (event) => void releases.takeError(event, { ...page, drawn }));
      }
    },
    /** Follows what is released, once the first page has its content: until then it can do without. */
    async follow(ticket: PageTicket, site: Site, earlier: EarlierReact): Promise<void> {
      await afterFirstContent();
      const look = keepTrying(site.shell.late);
      const page = { site, earlier, violations };
      if (release.preview !== undefined) {
        const { showPreview } = await keepTrying(() => import('../preview/show-preview.tsx'));
        showPreview(release.preview, await look, page);
        return;
      }
      // A shell that calls its look so has it in the same file.
      const { startOpenTab } = await keepTrying(
        () => import(/* webpackChunkName: "open-tab" */ './start-open-tab.tsx'),
      );
      startOpenTab(fields, ticket, await look, page, read);
    },
  };
}
