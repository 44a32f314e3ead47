import { peopleRoutes } from '@tallystick/registry/parts/people/contract/routes';
import { Button } from '@tallystick/ui/button';
import { useEffect, useState } from 'react';
import type { Trouble } from '../../admin/answer.ts';
import { call } from '../../admin/call.ts';
import classes from '../../session/sign-in.module.css';
import { strings } from '../../strings.ts';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import { leaveForProvider } from './returned.ts';
import { words } from './words.ts';

/** The host of the identity provider; null: there is none, or that is not known yet. */
function useProvider(): string | null {
  const [host, setHost] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    call(peopleRoutes.signInWay, {}, left.signal).then(
      (way) => setHost(way.ok && way.value.issuer ? new URL(way.value.issuer).host : null),
      () => {},
    );
    return () => left.abort();
  }, []);
  return host;
}

/**
 * Signs in by the identity provider, where there is one.
 *
 * @param apart in another tab, so that what is on this page stays
 */
export function ProviderSignIn({ apart }: { readonly apart: boolean }) {
  const host = useProvider();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  if (host === null) return null;
  const leave = async () => {
    setBusy(true);
    const failed = await leaveForProvider();
    setTrouble(failed);
    setBusy(failed === null);
  };
  return (
    <div className={classes.provider}>
      {apart ? (
        <a href="/" target="_blank" rel="noreferrer">
          {words.elsewhere(host)}
        </a>
      ) : (
        <Button primary disabled={busy} onClick={() => void leave()}>
          {busy ? strings.wait : words.by(host)}
        </Button>
      )}
      <TroubleNotice trouble={trouble} />
      <p className={classes.or}>{words.or}</p>
    </div>
  );
}
