import { routesAbout } from '@tallystick/contract/routes-about';
import { siteConfiguration } from '@tallystick/shared/site';
import { noteFirstContent } from '@tallystick/shell-kit/first-content';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRevalidator,
} from 'react-router-dom';
import { isTextField } from '../fields/keep-typed.ts';
import { menuEntries } from '../menu/menu.ts';
import { MenuBar } from '../menu/menu-bar.tsx';
import { PleaseWait } from '../pages/please-wait.tsx';
import { ZoneError } from '../pages/zone-error.tsx';
import { tryAgain, zoneFailed } from '../release/page-failed.ts';
import { releaseInUse } from '../release/state.ts';
import { findPage } from '../routing/find-page.tsx';
import type { LoadedPage } from '../routing/page.ts';
import type { Site } from '../routing/site.ts';
import { SearchRoutesContext } from '../search/search-routes.ts';
import { useFinding } from '../search/use-finding.ts';
import { strings } from '../strings.ts';
import { Versions } from '../versions/versions.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { pageLayout } from './layout.ts';
import { Media } from './media.tsx';
import { PageNameContext } from './page-name.ts';
import { scrollKey } from './scroll-key.ts';
import { TopBar } from './top-bar.tsx';
import { documentTitle, useDocumentHead } from './use-document-head.ts';
import { useNarrow } from './use-narrow.ts';
import { useStayScrolled } from './use-stay-scrolled.ts';
import { Zone } from './zone.tsx';
import { ZoneBoundary } from './zone-boundary.tsx';
import { ZoneSlotsContext } from './zone-slots.ts';

interface FrameProps {
  site: Site;
  /** Null as long as the first one is loaded. */
  page: LoadedPage | null;
}

/** The four zones of every page: header, media, main and footer. */
export function Frame({ site, page: loaded }: FrameProps) {
  const { productName } = siteConfiguration();
  const { pathname, search } = useLocation();
  const release = loaded?.release ?? releaseInUse(site.release.state());
  const declared = loaded ?? findPage(release, pathname);
  const [named, setNamed] = useState<string | null>(null);
  const page = named ?? declared.title;
  const { header, media, main, footer } = pageLayout(declared.layout, declared.base);
  const entries = menuEntries(release.remotes);
  const { location: next } = useNavigation();
  const content = useFocusOnArrival(pathname);
  const part = loaded?.part ?? null;
  useSettled(site, loaded);
  useStayScrolled();
  const [mediaSlot, setMediaSlot] = useState<HTMLElement | null>(null);
  const [footerSlot, setFooterSlot] = useState<HTMLElement | null>(null);
  const slots = useMemo(() => ({ media: mediaSlot, footer: footerSlot }), [mediaSlot, footerSlot]);
  const leaving = next !== undefined && next.pathname !== pathname;

  useDocumentHead({
    here: pathname + search,
    title: documentTitle(named ?? loaded?.words ?? page, productName),
    address: named === null ? withPage(declared.address, search) : null,
    feed: named === null ? declared.feed : null,
  });
  const routes = useMemo(() => routesAbout(release.remotes), [release]);
  const finding = useFinding();
  const narrow = useNarrow();
  const canSearch = header.visible && routes.has('transfers');

  return (
    <SearchRoutesContext value={routes}>
      <div className={styles.frame}>
        <a className={styles.skip} href="#content">
          {strings.skip}
        </a>
        {header.visible ? (
          <TopBar
            size={header.size}
            productName={productName}
            page={page}
            entries={entries}
            finding={canSearch ? finding : null}
          />
        ) : null}
        {media === null ? null : <Media media={media} />}
        <Zone size={declared.layout?.media?.size ?? 'medium'}>
          <div ref={setMediaSlot} />
        </Zone>
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className={styles.main}
          aria-label={page}
          aria-busy={leaving}
        >
          <Zone size={main.size}>
            {leaving ? <PleaseWait className={styles.leaving} /> : null}
            {/* It keeps its height: the router notes once more how far this page is scrolled if another load takes over. */}
            <div style={leaving ? { visibility: 'hidden' } : undefined}>
              <PageNameContext value={setNamed}>
                <ZoneBoundary
                  page={declared.key}
                  onError={(error, stuck) => zoneFailed(site, error, part, stuck)}
                  notice={<ZoneError error={null} tryAgain={() => tryAgain(site, part)} />}
                >
                  <ZoneSlotsContext value={slots}>
                    <Outlet />
                  </ZoneSlotsContext>
                </ZoneBoundary>
              </PageNameContext>
            </div>
          </Zone>
        </main>
        <PrintedAddress />
        <div className={styles.end}>
          <Footer size={footer.size} slot={setFooterSlot}>
            <Versions release={release} machine={site.release} />
          </Footer>
          {narrow === false ? null : (
            <MenuBar entries={entries} onSearch={canSearch ? finding.open : null} />
          )}
        </div>
        <ScrollRestoration getKey={scrollKey} />
      </div>
    </SearchRoutesContext>
  );
}

/** Other pages of a list are addresses of their own; what else a query says shows a part of the same. */
function withPage(path: string | null, search: string): string | null {
  const page = new URLSearchParams(search).get('page') ?? '';
  return path !== null && /^([2-9]|[1-9]\d{1,8})$/.test(page) ? `${path}?page=${page}` : path;
}

/** Tells the release machine what is on the screen, and lets it have the page loaded anew. */
function useSettled({ release: machine, left }: Site, page: LoadedPage | null): void {
  const navigation = useNavigation();
  const { revalidate, state } = useRevalidator();
  const idle = navigation.state === 'idle' && state === 'idle';
  useLayoutEffect(() => machine.connectRouter(() => void revalidate()), [machine, revalidate]);
  useLayoutEffect(() => {
    if (!idle || page === null) return;
    noteFirstContent();
    const { part: build, release, content, remembered } = page;
    machine.dispatch({ type: 'settled', build, release, failed: content.type === 'failed' });
    left.shown(page);
    if (remembered) void revalidate();
  }, [machine, left, idle, page, revalidate]);
}

/** Where a printed page came from. */
function PrintedAddress() {
  // Read at each navigation; the router's location lacks the origin.
  useLocation();
  const address = useSyncExternalStore(
    () => () => {},
    () => window.location.href,
    () => '',
  );
  return <p className={styles.address}>{address}</p>;
}

/**
 * After a navigation the focus would stay on a link that is gone: it moves to the new page, unless
 * that has put it into a field of its own, or somebody is writing in one beside it.
 */
function useFocusOnArrival(pathname: string) {
  const content = useRef<HTMLElement>(null);
  const arrived = useRef(pathname);
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    const main = content.current;
    const own = main?.querySelector('input:focus, select:focus, textarea:focus');
    if (own === null && !isWriting(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

function isWriting(field: Element | null): boolean {
  return isTextField(field) && field.value !== '';
}
