import type { MenuEntry } from '@tallystick/shared/contracts/remote';
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
} from '@tallystick/shared/router';
import { useSession } from '@tallystick/shared/session';
import { siteConfiguration } from '@tallystick/shared/site';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { tryAgain, zoneFailed } from '../ladder/page-failed.ts';
import { audienceOf } from '../menu/audience.ts';
import { visibleEntries } from '../menu/menu.ts';
import { MenuBar } from '../menu/menu-bar.tsx';
import { PleaseWait } from '../pages/please-wait.tsx';
import { ZoneError } from '../pages/zone-error.tsx';
import type { SiteParts } from '../routing/site-parts.ts';
import { strings } from '../strings.ts';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { pageLayout } from './layout.ts';
import { Media } from './media.tsx';
import { usePageHandle } from './page-handle.ts';
import { PageNameContext } from './page-name.ts';
import { documentTitle } from './title.ts';
import { TopBar } from './top-bar.tsx';
import { Zone } from './zone.tsx';
import { ZoneBoundary } from './zone-boundary.tsx';

interface FrameProps {
  entries: readonly MenuEntry[];
  /** Which versions this tab has; stands in the footer. */
  versions: ReactNode;
  site: SiteParts;
}

/** The four zones of every page: header, media, main and footer. */
export function Frame({ entries, versions, site }: FrameProps) {
  const { productName } = siteConfiguration();
  const handle = usePageHandle();
  const [named, setNamed] = useState<string | null>(null);
  const page = named ?? handle.page;
  const { header, media, main, footer } = pageLayout(handle.layout, handle.base);
  const shown = visibleEntries(entries, audienceOf(useSession()));
  const pageId = useMatches().at(-1)?.id;
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const content = useFocusOnArrival(pathname);
  const { part } = handle;
  const leaving = next !== undefined && next.pathname !== pathname;

  useEffect(() => {
    document.title = documentTitle(page, productName);
  }, [page, productName]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {strings.skip}
      </a>
      {header.visible ? (
        <TopBar size={header.size} productName={productName} page={page} entries={shown} />
      ) : null}
      {media === null ? null : <Media media={media} />}
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
          <div hidden={leaving}>
            <PageNameContext value={setNamed}>
              <ZoneBoundary
                page={pageId}
                onError={(error, stuck) => void zoneFailed(site, error, part, stuck)}
                notice={<ZoneError tryAgain={() => part && tryAgain(site, part.app)} />}
              >
                {/* Another route, or build of it, starts anew, whatever failed before it. */}
                <Outlet key={pageId} />
              </ZoneBoundary>
            </PageNameContext>
          </div>
        </Zone>
      </main>
      <PrintedAddress />
      <div className={styles.end}>
        <Footer size={footer.size} productName={productName}>
          {versions}
        </Footer>
        <MenuBar entries={shown} />
      </div>
      <ScrollRestoration />
    </div>
  );
}

/** Where a printed page came from. */
function PrintedAddress() {
  // Read at each navigation; the router's location lacks the origin.
  useLocation();
  return <p className={styles.address}>{window.location.href}</p>;
}

/**
 * After a navigation the focus would stay on a link that is gone: it moves to the new page, unless
 * that has put it into a field of its own.
 */
function useFocusOnArrival(pathname: string) {
  const content = useRef<HTMLElement>(null);
  const arrived = useRef(pathname);
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    const main = content.current;
    if (main?.querySelector('input:focus') === null) main.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
