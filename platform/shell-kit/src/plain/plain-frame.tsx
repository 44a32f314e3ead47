import { Link, useLocation } from 'react-router-dom';
import { pageConfiguration } from '../configuration/page-configuration.ts';
import { entryPath, liesUnder, menuEntries } from '../menu/menu.ts';
import { PleaseWait } from '../notices/please-wait.tsx';
import type { FrameProps } from '../shell.ts';

/** What the site is called. */
function SiteName() {
  return <Link to="/">{pageConfiguration().productName}</Link>;
}

/** The name of the site and its menu, the page, and the zones that pages may fill. */
export function PlainFrame({ release, layout, zones, leaving, main, children }: FrameProps) {
  const { pathname } = useLocation();
  return (
    <>
      {layout.header.visible ? (
        <header>
          <SiteName />
          <nav aria-label="Main">
            {menuEntries(release.remotes).map((entry) => (
              <Link
                key={entry.name}
                to={entryPath(entry)}
                aria-current={liesUnder(entryPath(entry), pathname) ? 'page' : undefined}
              >
                {entry.text}
              </Link>
            ))}
          </nav>
        </header>
      ) : null}
      <div ref={zones.media} />
      <main {...main}>
        {leaving ? <PleaseWait /> : null}
        {children}
      </main>
      <footer>
        <div ref={zones.footer} />
        <SiteName />
      </footer>
    </>
  );
}
