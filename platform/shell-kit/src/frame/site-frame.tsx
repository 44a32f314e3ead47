import { visible } from '@tallystick/contract/visible';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRevalidator,
} from 'react-router-dom';
import { Composition } from '../composition/site-widget.tsx';
import { isTextField } from '../fields/keep-typed.ts';
import { noteFirstContent } from '../first-content/first-content.ts';
import { ZoneError } from '../notices/zone-error.tsx';
import { HoldBack } from '../router/hold-back.tsx';
import { findPage } from '../routing/find-page.ts';
import type { LoadedPage } from '../routing/page.ts';
import { ZonesContext } from '../routing/page-zone.tsx';
import type { Site } from '../routing/site.ts';
import { pageLayout } from './layout.ts';
import { PageNameContext } from './page-name.ts';
import { scrollKey, useStayScrolled } from './scroll.ts';
import { useDocumentHead } from './use-document-head.ts';
import { ZoneBoundary } from './zone-boundary.tsx';

interface SiteFrameProps {
  site: Site;
  /** Null as long as the first one is loaded. */
  page: LoadedPage | null;
}

/** The shell's frame around the page at this address, and what any frame needs of a page that comes and goes. */
export function SiteFrame({ site, page: loaded }: SiteFrameProps) {
  const { Frame, documentTitle } = site.shell;
  const { pathname, search } = useLocation();
  const release = loaded?.release ?? site.release.inUse();
  const declared = loaded ?? findPage(site.shell, release, pathname);
  const [named, setNamed] = useState<string | null>(null);
  const name = named ?? declared.title;
  const { location: next } = useNavigation();
  const ref = useFocusOnArrival(pathname);
  const part = loaded?.part ?? null;
  useSettled(site, loaded);
  useStayScrolled();
  const [media, setMedia] = useState<HTMLElement | null>(null);
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const zones = useMemo(() => ({ media, footer }), [media, footer]);
  const leaving = next !== undefined && next.pathname !== pathname;

  useDocumentHead({
    here: pathname + search,
    title: documentTitle(visible(named ?? loaded?.words ?? name)),
    address: named === null ? withPage(declared.address, search) : null,
    feed: named === null ? declared.feed : null,
  });

  return (
    <Composition site={site} release={release} build={null}>
      <Frame
        name={name}
        layout={pageLayout(declared.layout, declared.base)}
        release={release}
        leaving={leaving}
        zones={{ media: setMedia, footer: setFooter }}
        main={{ id: 'content', ref, tabIndex: -1, 'aria-label': name, 'aria-busy': leaving }}
      >
        {/* It keeps its height: the router notes once more how far this page is scrolled if another load takes over. */}
        <div style={leaving ? { visibility: 'hidden' } : undefined}>
          <PageNameContext value={setNamed}>
            <ZoneBoundary
              page={declared.key}
              onError={(error, stuck) => site.release.zoneFailed(error, part, stuck)}
              notice={<ZoneError error={null} tryAgain={() => site.release.tryAgain(part, null)} />}
            >
              <ZonesContext value={zones}>
                <Outlet />
              </ZonesContext>
            </ZoneBoundary>
          </PageNameContext>
        </div>
      </Frame>
      <ScrollRestoration getKey={scrollKey} />
      <HoldBack blockers={site.release.blockers} />
    </Composition>
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

/**
 * After a navigation the focus would stay on a link that is gone, so it moves to the new page. It
 * does not if that page has put it into a field of its own, or if somebody is writing in a field
 * beside it.
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
