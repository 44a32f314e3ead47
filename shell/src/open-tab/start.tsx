import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { systemClock } from '@tallystick/shared/machine/clock';
import { siteConfiguration } from '@tallystick/shared/site';
import { createRoot } from 'react-dom/client';
import type { Fields } from '../fields/fields.ts';
import { isKept, keepSite } from '../keeper/keep-site.ts';
import { Notices } from '../notices/notices.tsx';
import type { Site } from '../routing/site.ts';
import { askRelease } from './ask-release.ts';
import { keepTrying } from './keep-trying.ts';
import { newsStream } from './news-stream.ts';
import { type OpenTab, openTab, type Saying } from './open-tab.ts';
import { beaconReport, postReport } from './post-report.ts';

/** The number rises when tabs of two shells would misunderstand each other. */
const newsName = 'tallystick-news-1';
const reloadedKey = 'tallystick-reloaded-for';

export interface StartParts {
  site: Site;
  release: ReleaseDocument;
  shellBuild: string;
  fields: Fields;
}

/** Lets this page follow the channel, from now on until it goes. */
export function startOpenTab(parts: StartParts): OpenTab {
  const tab = openTab({
    ...parts,
    reloadedFor: readReloadedFor(),
    tab: pageId(),
    newsName,
    locks: window.isSecureContext ? navigator.locks : undefined,
    connect: newsStream('/releases/events'),
    ask: askRelease,
    send: postReport,
    sendLast: beaconReport,
    say: (saying) => show(saying),
    reload: (shell) => {
      keepReloadedFor(shell);
      window.location.reload();
    },
    clock: systemClock,
    random: Math.random,
  });
  const notices = noticesOf(tab);
  const show = (saying: Saying) => notices({ saying });
  listenToPage(tab);
  tab.show();
  if (isKept()) {
    notices({ kept: true });
    void keepTrying(siteAnswers).then(() => notices({ kept: false }));
  }
  if (siteConfiguration().keeper === true) {
    const { release, site } = parts;
    const settled = site.bridge.settled();
    // What a browser does not allow is not kept, and the site works without.
    keepSite({ release, recall: site.recall, ran: settled?.failed === false }).catch(() => {});
  }
  return tab;
}

/** @throws as long as it does not */
async function siteAnswers(): Promise<void> {
  const answer = await askRelease();
  if (!answer.ok && answer.why === 'unreachable') throw new Error('The site does not answer.');
}

/** What the notices say: of releases, and of a page that is a kept one. */
interface Shown {
  saying: Saying;
  kept: boolean;
}

/** The notices have a root of their own: what breaks the site does not silence them. */
function noticesOf(tab: OpenTab): (news: Partial<Shown>) => void {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const { productName } = siteConfiguration();
  let shown: Shown = { saying: { putBack: null, shell: 'none' }, kept: false };
  const show = (news: Partial<Shown>) => {
    shown = { ...shown, ...news };
    root.render(
      <Notices
        {...shown.saying}
        kept={shown.kept}
        productName={productName}
        onLoad={() => tab.tell({ type: 'accepted' })}
        onLater={() => tab.tell({ type: 'later' })}
        onDismiss={() => tab.tell({ type: 'dismissed' })}
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
    else if (hiddenAt !== null) tab.tell({ type: 'back', hiddenFor: performance.now() - hiddenAt });
  });
  addEventListener('pagehide', () => tab.hide());
  addEventListener('pageshow', () => tab.show());
  addEventListener('online', () => tab.online());
}

function readReloadedFor(): string | null {
  try {
    return sessionStorage.getItem(reloadedKey);
  } catch {
    return null;
  }
}

function keepReloadedFor(shell: string): void {
  try {
    sessionStorage.setItem(reloadedKey, shell);
  } catch {
    // Storage is forbidden. At worst the page loads again, which a site that agrees with itself ends.
  }
}

/** A UUID (version 4); a page that is not secure has no `randomUUID`. */
function pageId(): string {
  if (window.isSecureContext) return crypto.randomUUID();
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
