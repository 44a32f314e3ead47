import { movesWords } from '@tallystick/registry/contract/audit-sentence';
import { timelineRoutes } from '@tallystick/registry/parts/timeline/contract/routes';
import {
  type RangeName,
  rangeNames,
  type TimelineMark,
} from '@tallystick/registry/parts/timeline/contract/timeline';
import { Segments } from '@tallystick/ui/segments';
import { Spinner } from '@tallystick/ui/spinner';
import { lazy, Suspense, useContext, useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { addressOf } from '../../address/route.ts';
import { useQuery } from '../../live/use-query.ts';
import { KnownBuilds, useBuildNames } from '../../say/build-names.ts';
import { MomentInFull } from '../../say/moment.tsx';
import { strings } from '../../strings.ts';
import rows from '../../ui/rows.module.css';
import { Section } from '../../ui/section.tsx';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import { pictureOf } from './picture.ts';
import classes from './timeline-section.module.css';
import { TimelineTable } from './timeline-table.tsx';
import { rangeChoices, words } from './words.ts';

// Most people look at the board without scrolling here, and it draws with a library of its own.
const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

interface TimelineProps {
  readonly channel: string;
  /** Absent: the whole site. */
  readonly app?: string;
}

/** What browsers said of a channel, or of one app on it, over time, and what was changed meanwhile. */
export function Timeline({ channel, app }: TimelineProps) {
  const [search, setSearch] = useSearchParams();
  const range = rangeNames.find((name) => name === search.get('range')) ?? 'day';
  const anchor = `${useId()}revision-`;
  const { value, trouble } = useQuery(`timeline ${channel} ${app} ${range}`, (admin, signal) =>
    admin.ask(timelineRoutes.timeline, { params: { channel }, query: { range, app } }, signal),
  );
  const sources = [...useContext(KnownBuilds), ...(value?.sources ?? [])];
  // A registry without this part, or of before it.
  if (trouble?.code === 'no-call') return null;
  const picture = value === null ? null : pictureOf(value, app !== undefined);
  const choose = (next: RangeName) => {
    const query = new URLSearchParams(search);
    query.set('range', next);
    setSearch(query, { preventScrollReset: true });
  };
  return (
    <Section title={words.title}>
      <div>
        <Segments legend={words.range} segments={rangeChoices} chosen={range} onChoose={choose} />
      </div>
      <TroubleNotice trouble={trouble} />
      <KnownBuilds value={sources}>
        <div className={classes.room}>
          {picture === null ? null : (
            <Suspense fallback={<Spinner text={strings.wait} />}>
              <Chart picture={picture} anchor={anchor} />
            </Suspense>
          )}
        </div>
        {picture === null || value === null ? null : (
          <>
            <Changes channel={channel} marks={value.marks} anchor={anchor} />
            <TimelineTable picture={picture} />
          </>
        )}
      </KnownBuilds>
    </Section>
  );
}

interface ChangesProps {
  readonly channel: string;
  readonly marks: readonly TimelineMark[];
  readonly anchor: string;
}

/** What the marks stand for, in sentences. */
function Changes({ channel, marks, anchor }: ChangesProps) {
  const nameOf = useBuildNames();
  if (marks.length === 0) return <p className={classes.none}>{words.nothingReleased}</p>;
  return (
    <>
      <h3 className={classes.heading}>{words.released}</h3>
      <ol className={`${rows.list} ${classes.changes}`}>
        {marks.map(({ revision, at, by, kind, moves, reason }) => (
          <li key={revision} id={`${anchor}${revision}`} tabIndex={-1} className={rows.row}>
            <span className={rows.name}>
              <Link to={addressOf({ page: 'history', app: null, channel })}>
                {words.history(revision)}
              </Link>
              {by}{' '}
              {moves.length === 0 ? strings.kinds[kind] : movesWords(kind, channel, moves, nameOf)}:{' '}
              {reason}
            </span>
            <span className={rows.facts}>
              <MomentInFull at={at} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
