import { type ReactNode, useEffect, useRef } from 'react';
import { Link, ScrollRestoration } from 'react-router-dom';
import { addressOf, type Route } from '../address/route.ts';
import { useRoute } from '../address/use-route.ts';
import { pageParts } from '../parts/all-parts.ts';
import { administers, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Announcements } from '../ui/announcements.tsx';
import { Account } from './account.tsx';
import { ConnectionState } from './connection-state.tsx';
import classes from './frame.module.css';
import { Mark } from './mark.tsx';

/** The bar of the desk, and the page below it. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  useArrival(route, main);
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.row}>
          <Link className={classes.desk} to={addressOf({ page: 'board', channel: route.channel })}>
            <Mark />
            <span>{strings.desk}</span>
          </Link>
          <Menu route={route} />
          <ConnectionState />
          <Account />
        </div>
      </header>
      <Announcements>
        <main ref={main} tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </Announcements>
      <ScrollRestoration />
    </>
  );
}

function Menu({ route }: { readonly route: Route }) {
  const { actor } = useSignedIn();
  const { channel } = route;
  const entries = [
    { page: 'board', channel },
    { page: 'history', app: null, channel },
    { page: 'audit', channel },
    { page: 'policy', channel },
    ...pageParts.map(({ name }) => ({ page: 'part', name, channel }) as const),
    ...(administers(actor) ? ([{ page: 'tokens', channel }] as const) : []),
  ] as const;
  return (
    <nav className={classes.menu} aria-label={strings.menu}>
      {entries.map((entry) => (
        <Link
          key={keyOf(entry)}
          to={addressOf(entry)}
          aria-current={keyOf(route) === keyOf(entry) ? 'page' : undefined}
          data-here={(route.page === 'app' ? 'board' : keyOf(route)) === keyOf(entry) || undefined}
        >
          {entry.page === 'part'
            ? pageParts.find(({ name }) => name === entry.name)?.label
            : strings.pages[entry.page]}
        </Link>
      ))}
    </nav>
  );
}

/** What tells pages apart, whichever app or channel they are of. */
const keyOf = (route: Route) => (route.page === 'part' ? `part ${route.name}` : route.page);

/** Who comes to another page begins at its heading; how far it is scrolled is the router's. */
function useArrival(route: Route, main: React.RefObject<HTMLElement | null>): void {
  const address = `${keyOf(route)} ${route.page === 'app' ? route.app : ''}`;
  const before = useRef(address);
  useEffect(() => {
    if (before.current === address) return;
    before.current = address;
    main.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [address, main]);
}
