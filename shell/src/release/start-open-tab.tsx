import { randomHex } from '@tallystick/shared/http/traceparent';
import { systemClock } from '@tallystick/shared/machine/clock';
import { siteConfiguration } from '@tallystick/shared/site';
import { createRoot } from 'react-dom/client';
import type { Fields } from '../fields/fields.ts';
import { Notices } from '../notices/notices.tsx';
import { isFromCache, keepOffline } from '../offline-cache/offline-cache.ts';
import { askRelease } from './ask-release.ts';
import type { Notice } from './inputs.ts';
import { keepTrying } from './keep-trying.ts';
import { newsStream } from './news-stream.ts';
import { type OpenTab, openTab } from './open-tab.ts';
import type { PageTicket } from './page-ticket.ts';
import { beaconReport, postReport } from './post-report.ts';
import type { ReleaseMachine } from './release-machine.ts';
import { keepReloadedFor } from './reloaded-for.ts';

/** The number rises when tabs of two shells would misunderstand each other. */
const newsName = 'tallystick-news-1';

export interface StartParts {
  release: ReleaseMachine;
  fields: Fields;
  ticket: PageTicket;
}

/** Lets this page follow the channel, from now on until it goes. */
export function startOpenTab({ release, fields, ticket }: StartParts): void {
  const tab = openTab({
    release,
    fields,
    tab: pageId(),
    newsName,
    locks: window.isSecureContext ? navigator.locks : undefined,
    connect: newsStream('/releases/events'),
    ask: askRelease,
    ticket: ticket.current,
    send: postReport,
    sendLast: beaconReport,
    notify: (notice) => show({ notice }),
    reload: (shell) => {
      keepReloadedFor(shell);
      window.location.reload();
    },
    clock: systemClock,
    random: Math.random,
  });
  const show = noticesOf(tab);
  listenToPage(tab);
  tab.show();
  if (isFromCache()) {
    show({ kept: true });
    void keepTrying(siteAnswers).then(() => show({ kept: false }));
  }
  if (siteConfiguration().keeper === true) {
    // What a browser does not allow is not kept, and the site works without.
    keepOffline(release).catch(() => {});
  }
}

/** @throws as long as it does not */
async function siteAnswers(): Promise<void> {
  const answer = await askRelease();
  if (!answer.ok && answer.why === 'unreachable') throw new Error('The site does not answer.');
}

/** What the notices say: of releases, and of a page that comes from the offline cache. */
interface Shown {
  notice: Notice;
  kept: boolean;
}

/** The notices have a root of their own: what breaks the site does not silence them. */
function noticesOf(tab: OpenTab): (news: Partial<Shown>) => void {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const { productName } = siteConfiguration();
  let shown: Shown = { notice: { replaced: null, shell: 'none' }, kept: false };
  const show = (news: Partial<Shown>) => {
    shown = { ...shown, ...news };
    root.render(
      <Notices
        {...shown.notice}
        kept={shown.kept}
        productName={productName}
        onLoad={() => tab.dispatch({ type: 'accepted' })}
        onLater={() => tab.dispatch({ type: 'later' })}
        onDismiss={() => tab.dispatch({ type: 'dismissed' })}
      />,
    );
  };
  show({});
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

/** A UUID (version 4). */
function pageId(): string {
  return randomHex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
