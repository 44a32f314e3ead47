import type { MenuEntry } from '@tallystick/shared/contracts/remote';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from '@tallystick/shared/router';
import { siteConfiguration } from '@tallystick/shared/site';
import { useEffect, useRef } from 'react';
import styles from './frame.module.css';
import { pageLayout } from './layout.ts';
import { Media } from './media.tsx';
import { usePageHandle } from './page-handle.ts';
import { documentTitle, footerText } from './title.ts';
import { TopBar } from './top-bar.tsx';
import { Zone } from './zone.tsx';

/** The four zones of every page: header, media, main and footer. */
export function Frame({ entries }: { entries: readonly MenuEntry[] }) {
  const { productName, siteMode } = siteConfiguration();
  const { page, layout } = usePageHandle();
  const { header, media, main, footer } = pageLayout(layout);
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const content = useFocusOnArrival(pathname);
  const leaving = next !== undefined && next.pathname !== pathname;

  useEffect(() => {
    document.title = documentTitle(page, productName);
  }, [page, productName]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      {header.visible ? (
        <TopBar size={header.size} productName={productName} page={page} entries={entries} />
      ) : null}
      {media === null ? null : <Media media={media} />}
      <main id="content" ref={content} tabIndex={-1} className={styles.main} aria-busy={leaving}>
        <Zone size={main.size}>
          {leaving ? (
            <p role="status" className={styles.leaving}>
              Please wait...
            </p>
          ) : null}
          <div hidden={leaving}>
            <Outlet />
          </div>
        </Zone>
      </main>
      <footer className={styles.footer}>
        <Zone size={footer.size}>
          <div className={styles.footerRow}>
            <span>{footerText(productName)}</span>
            {siteMode === 'sandbox' ? <span>Sandbox</span> : null}
          </div>
        </Zone>
      </footer>
      <ScrollRestoration />
    </div>
  );
}

/** After a navigation the focus would stay on a link that is gone: it moves to the new page. */
function useFocusOnArrival(pathname: string) {
  const content = useRef<HTMLElement>(null);
  const arrived = useRef(pathname);
  useEffect(() => {
    if (arrived.current === pathname) return;
    arrived.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
