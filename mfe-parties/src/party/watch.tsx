import { feedPath } from '@tallystick/shared/contracts/feed-path';
import type { PartyKind } from '@tallystick/shared/contracts/party';
import {
  isSame,
  mostWatched,
  unwatchParty,
  useWatchedParties,
  type WatchResult,
  watchedParties,
  watchParty,
} from '@tallystick/shared/watched/watched-parties';
import { Button } from '@tallystick/ui/button';
import { useEffect, useState } from 'react';
import { strings } from '../strings.ts';
import classes from './watch.module.css';

/** What is said of a party that is not watched. */
const notes: Readonly<Record<WatchResult, string>> = {
  kept: '',
  full: strings.full(mostWatched),
  refused: strings.notKept,
};

interface WatchProps {
  readonly kind: PartyKind;
  readonly id: string;
  readonly name: string;
  /** Transfers in its list; null until they are counted. */
  readonly count: number | null;
}

/** Watches a party, or no longer; and its feed for programs that watch. */
export function Watch({ kind, id, name, count }: WatchProps) {
  const parties = useWatchedParties();
  const watched = parties.find((each) => isSame(each, { kind, id }));
  const [result, setResult] = useState<WatchResult>('kept');
  // Another tab may have made room.
  if (result === 'full' && parties.length < mostWatched) setResult('kept');
  const isWatched = watched !== undefined;
  const seen = watched?.seen ?? null;
  // On the page a person sees what comes, so it counts as seen. The number never falls, as another tab may know more.
  useEffect(() => {
    if (!isWatched || count === null) return;
    // Read here: tabs that know the party by two names would else rename it for each other without an end.
    const isRenamed = watchedParties().some(
      (each) => isSame(each, { kind, id }) && each.name !== name,
    );
    if (seen === null || count > seen || isRenamed) {
      watchParty({ kind, id, name, seen: Math.max(seen ?? 0, count) });
    }
  }, [isWatched, kind, id, name, count, seen]);
  const toggle = () => {
    if (isWatched) unwatchParty({ kind, id });
    else setResult(watchParty({ kind, id, name, seen: count }));
  };
  return (
    <>
      <Button small aria-pressed={isWatched} onClick={toggle}>
        {isWatched ? '✓ ' : ''}
        {strings.watch}
      </Button>
      <a className={classes.feed} href={feedPath(kind, id)}>
        {strings.feed}
      </a>
      <p className={classes.note} role="status">
        {isWatched ? strings.kept : notes[result]}
      </p>
    </>
  );
}
