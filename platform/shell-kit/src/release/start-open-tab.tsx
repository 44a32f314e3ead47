import type { TabReport } from '@tallystick/contract/release-news';
import { systemClock } from '@tallystick/timing/clock';
import { noteServerTime } from '@tallystick/timing/server-clock';
import { createRoot } from 'react-dom/client';
import { pageConfiguration } from '../configuration/page-configuration.ts';
import type { Fields } from '../fields/fields.ts';
import { isFromCache, keepOffline } from '../offline-cache/offline-cache.ts';
import type { LateLook, NoticesProps } from '../shell.ts';
import { openWhyOnDemand } from '../why/open-why.ts';
import type { PageParts } from '../why/snapshot.ts';
import { askRelease, type ReleaseAnswer } from './ask-release.ts';
import { keepTrying } from './keep-trying.ts';
import { newsStream } from './news-stream.ts';
import { type OpenTab, openTab } from './open-tab.ts';
import type { PageTicket } from './page-ticket.ts';
import type { ProvenReading } from './proven-builds.ts';
import { keepReloadedFor } from './starting.ts';
import { measureVitals } from './vitals.ts';
import type { Lost } from './watch-lost.ts';

const reportsPath = '/releases/reports';

/** Lets this page follow the channel, from now on until it goes. */
export function startOpenTab(
  fields: Fields,
  ticket: PageTicket,
  { Notices }: Pick<LateLook, 'Notices'>,
  page: PageParts,
  read: ProvenReading['release'],
): void {
  const { release } = page.site;
  const ask = () => askRelease(read);
  openWhyOnDemand(page);
  const tab = openTab({
    release,
    fields,
    hasLocks: 'locks' in navigator,
    connect: newsStream('/releases/events'),
    ask,
    ticket: ticket.current,
    vitals: measureVitals(),
    send: (report) => {
      ticket.reports();
      return postReport(report);
    },
    // The browser sends it when the page is gone.
    sendLast: (report) => navigator.sendBeacon(reportsPath, JSON.stringify(report)),
    notify: ({ replaced, shell }) => show(() => ({ replaced, shell })),
    lost: (lost) => {
      const others = ({ title }: Lost) => title !== lost.title;
      show((shown) => ({ lost: [...shown.lost.filter(others), lost] }));
    },
    reload: (shell) => {
      keepReloadedFor(shell);
      window.location.reload();
    },
    clock: systemClock,
  });
  const show = noticesOf(tab, Notices);
  listenToPage(tab);
  tab.show();
  if (isFromCache()) {
    show(() => ({ kept: true }));
    void keepTrying(() => siteAnswers(ask)).then(() => show(() => ({ kept: false })));
  }
  if (pageConfiguration().keeper === true) {
    // If the browser does not allow it, nothing is cached, and the site works without the cache.
    keepOffline(release).catch(() => {});
  }
}

/** Sends a report, also while the page goes; resolves to whether it arrived. */
async function postReport(report: TabReport): Promise<boolean> {
  try {
    const body = JSON.stringify(report);
    const answer = await fetch(reportsPath, { method: 'POST', body, keepalive: true });
    // The time is noted here too, since only one tab of a browser reads the news. A clock may be set right at any time.
    noteServerTime(answer.headers.get('date'));
    return answer.ok;
  } catch {
    return false;
  }
}

/** @throws as long as it does not */
async function siteAnswers(ask: () => Promise<ReleaseAnswer>): Promise<void> {
  const answer = await ask();
  if (answer.type === 'no-release' && answer.why === 'unreachable')
    throw new Error('The site does not answer.');
}

/** What the notices say: of releases, and of a page that comes from the offline cache. */
type Shown = Omit<NoticesProps, 'tell'>;

/** The notices have a root of their own: what breaks the site does not silence them. */
function noticesOf(tab: OpenTab, Notices: LateLook['Notices']) {
  const container = document.createElement('div');
  // Without this mark the styles of remotes would reach it.
  container.dataset.site = '';
  document.body.append(container);
  const root = createRoot(container);
  let shown: Shown = { replaced: null, shell: 'none', kept: false, lost: [] };
  const tell: NoticesProps['tell'] = (type) => {
    if (type === 'copied') show(() => ({ lost: [] }));
    else tab.dispatch({ type });
  };
  const show = (news: (shown: Shown) => Partial<Shown>) => {
    shown = { ...shown, ...news(shown) };
    root.render(<Notices {...shown} tell={tell} />);
  };
  show(() => ({}));
  return show;
}

function listenToPage(tab: OpenTab): void {
  let hiddenAt = document.hidden ? performance.now() : null;
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = performance.now();
    else if (hiddenAt !== null)
      tab.dispatch({ type: 'back', hiddenFor: performance.now() - hiddenAt });
  });
  addEventListener('pagehide', () => tab.hide());
  addEventListener('pageshow', () => tab.show());
  addEventListener('online', () => tab.online());
}
