import { useCounted } from '@tallystick/shared/counted/use-counted';
import { partyName } from '@tallystick/shared/format/names';
import { numberText } from '@tallystick/shared/format/number';
import { utcDate } from '@tallystick/shared/format/utc-date';
import { Link } from '@tallystick/shared/router';
import { partyPath, transferPath } from '@tallystick/shared/transfers/paths';
import { belongs } from '@tallystick/shared/transfers/scope';
import {
  useWatchedParties,
  type WatchedParty,
  watchParty,
} from '@tallystick/shared/watched/watched-parties';
import { ago } from '@tallystick/ui/ago';
import { useNow } from '@tallystick/ui/use-now';
import { useEffect, useReducer, useRef } from 'react';
import { partyLists } from './party/party-lists.ts';
import { strings } from './strings.ts';
import classes from './watched.module.css';

/** For Home: each watched party, when it last moved, and how much is new since one looked. */
export function Widget() {
  const parties = useWatchedParties();
  const [said, say] = useReducer(({ times }, words: string) => ({ words, times: times + 1 }), {
    words: '',
    times: 0,
  });
  return (
    <>
      <ul className={classes.parties}>
        {parties.map((party) => (
          <Row key={partyPath(party)} party={party} onMove={say} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {/* The same words again are another text, which is read out again. */}
        <span key={said.times}>{said.words}</span>
      </p>
    </>
  );
}

interface RowProps {
  readonly party: WatchedParty;
  /** Told in words when the party has moved. */
  readonly onMove: (words: string) => void;
}

function Row({ party, onMove }: RowProps) {
  const { kind, id, seen } = party;
  const name = partyName(party.name, id);
  const [answer] = useCounted(
    partyPath(party),
    (signal) => partyLists[kind]({ party: id, index: 1 }, signal),
    (transfer) => belongs({ of: kind, party: id }, transfer),
  );
  const now = useNow();
  const page = answer?.ok ? answer.data : null;
  const before = useRef(page);
  useEffect(() => {
    if (page === null) return;
    // It was watched before its transfers were counted.
    if (seen === null) watchParty({ ...party, seen: page.count });
    // After a gap in the feed it is counted again though nothing may have happened.
    if (before.current !== null && rowsOf(before.current) !== rowsOf(page)) {
      const more = page.count - before.current.count;
      onMove(more > 0 ? strings.moved(name, more) : strings.changed(name));
    }
    before.current = page;
  }, [page, party, name, seen, onMove]);
  const latest = page?.list[0];
  const fresh = page === null || seen === null ? 0 : Math.max(0, page.count - seen);
  return (
    <li className={classes.party}>
      <Link className={classes.name} to={partyPath(party)}>
        <bdi>{name}</bdi>
      </Link>
      {fresh > 0 ? <b className={classes.fresh}>{strings.fresh(numberText(fresh))}</b> : null}
      {latest === undefined ? null : (
        <Link
          className={classes.latest}
          to={transferPath(latest)}
          title={utcDate(latest.crts) ?? undefined}
          aria-label={strings.latestOf(name)}
        >
          {ago(latest.crts, now)}
        </Link>
      )}
    </li>
  );
}

function rowsOf({ count, list }: Readonly<Record<'count' | 'list', unknown>>): string {
  return JSON.stringify([count, list]);
}
