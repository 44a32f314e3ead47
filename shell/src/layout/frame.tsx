import { routesAbout } from '@tallystick/contract/routes-about';
import { siteConfiguration } from '@tallystick/shared/site';
import { PleaseWait } from '@tallystick/shell-kit/notices/please-wait';
import type { FrameProps } from '@tallystick/shell-kit/shell';
import { locale } from '@tallystick/ui/locale';
import { useMemo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { ledgerMenu } from '../menu/menu.ts';
import { MenuBar } from '../menu/menu-bar.tsx';
import { SearchRoutesContext } from '../search/search-routes.ts';
import { useFinding } from '../search/use-finding.ts';
import { strings } from '../strings.ts';
import { Versions } from '../versions/versions.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { Media } from './media.tsx';
import { TopBar } from './top-bar.tsx';
import { useNarrow } from './use-narrow.ts';
import { Zone } from './zone.tsx';

/** The four zones of every page: header, media, main and footer. */
export function Frame({ name, layout, release, leaving, zones, main, children }: FrameProps) {
  const entries = ledgerMenu(release.remotes);
  const routes = useMemo(() => routesAbout(release.remotes), [release]);
  const finding = useFinding();
  const narrow = useNarrow();
  const canSearch = layout.header.visible && routes.has('transfers');

  return (
    <SearchRoutesContext value={routes}>
      <div className={styles.frame}>
        <a className={styles.skip} href="#content">
          {strings.skip}
        </a>
        <PrintedHead />
        {layout.header.visible ? (
          <TopBar
            size={layout.header.size}
            page={name}
            entries={entries}
            finding={canSearch ? finding : null}
          />
        ) : null}
        {layout.media === null ? null : <Media media={layout.media} />}
        <Zone size={layout.mediaSize}>
          <div ref={zones.media} />
        </Zone>
        <main {...main} className={styles.main}>
          <Zone size={layout.main.size}>
            {leaving ? <PleaseWait className={styles.leaving} /> : null}
            {children}
          </Zone>
        </main>
        <PrintedAddress />
        <div className={styles.end}>
          <Footer size={layout.footer.size} zone={zones.footer}>
            <Versions release={release} />
          </Footer>
          {narrow === false ? null : (
            <MenuBar entries={entries} onSearch={canSearch ? finding.open : null} />
          )}
        </div>
      </div>
    </SearchRoutesContext>
  );
}

/** Says on paper whose page it is, and on which day it was printed. */
function PrintedHead() {
  const day = useSyncExternalStore(
    (changed) => {
      addEventListener('beforeprint', changed);
      return () => removeEventListener('beforeprint', changed);
    },
    () => new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(),
    () => null,
  );
  if (day === null) return null;
  return <p className={styles.printed}>{strings.printed(siteConfiguration().productName, day)}</p>;
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
