import { Link } from '@tallystick/shared/router';
import { type ReactNode, useEffect, useRef } from 'react';
import { addressOf, type Place } from '../address/place.ts';
import { usePlace } from '../address/use-place.ts';
import { useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Account } from './account.tsx';
import { ConnectionState } from './connection-state.tsx';
import classes from './frame.module.css';
import { Mark } from './mark.tsx';

/** The bar of the desk, and the page below it. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  useArrival(place, main);
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.row}>
          <Link className={classes.desk} to={addressOf({ page: 'board', channel: place.channel })}>
            <Mark />
            <span>{strings.desk}</span>
          </Link>
          <Menu place={place} />
          <ConnectionState />
          <Account />
        </div>
      </header>
      <main ref={main} className={classes.main}>
        {children}
      </main>
    </>
  );
}

function Menu({ place }: { readonly place: Place }) {
  const { actor } = useSignedIn();
  const { channel } = place;
  const entries = [
    { name: 'board', to: { page: 'board', channel } },
    { name: 'history', to: { page: 'history', app: null, channel } },
    { name: 'audit', to: { page: 'audit', channel } },
    ...(actor.scope.kind === 'manager'
      ? [{ name: 'tokens', to: { page: 'tokens', channel } } as const]
      : []),
  ] as const;
  return (
    <nav className={classes.menu} aria-label={strings.menu}>
      {entries.map(({ name, to }) => (
        <Link
          key={name}
          to={addressOf(to)}
          aria-current={place.page === name ? 'page' : undefined}
          data-here={place.page === name || (name === 'board' && place.page === 'app') || undefined}
        >
          {strings.pages[name]}
        </Link>
      ))}
    </nav>
  );
}

/** Who comes to another page begins at its heading. */
function useArrival(place: Place, main: React.RefObject<HTMLElement | null>): void {
  const address = `${place.page} ${place.page === 'app' ? place.app : ''}`;
  const before = useRef(address);
  useEffect(() => {
    if (before.current === address) return;
    before.current = address;
    scrollTo(0, 0);
    main.current?.querySelector('h1')?.focus();
  }, [address, main]);
}
