import { useId, useState } from 'react';
import { openChoice } from '../choice/choice.ts';
import { useChoice } from '../choice/use-choice.ts';
import type { Activity as Counted } from '../contracts/activity.ts';
import { activityRanges } from '../contracts/activity-ranges.ts';
import { locale } from '../format/locale.ts';
import type { Scope } from '../transfers/scope.ts';
import { Button } from '../ui/button.tsx';
import { Segments } from '../ui/segments.tsx';
import classes from './activity.module.css';
import { drawn } from './drawing.ts';
import { fillOf } from './fill.ts';
import { barPeriod, wholePeriod } from './period.ts';
import { countsOf, groupings, type Series, seriesOf, sum } from './series.ts';
import { strings } from './strings.ts';
import { useActivity } from './use-activity.ts';

const rangeChoice = openChoice('activity-range', activityRanges, '30');
const groupingChoice = openChoice('activity-grouping', groupings, 'kind');
const ranges = activityRanges.map((option) => ({ option, label: strings.ranges[option] }));
const groups = groupings.map((option) => ({ option, label: strings.groupings[option] }));
const nothing: Counted = { bars: [], unit: 'day', each: 1, newest: null, sequence: 0 };

/**
 * How many transfers of `scope` were created when: bars over a chosen range up to the newest one,
 * divided by kind or by status; the same as a table. Keeps itself up to date. Its height is the same
 * from the first moment on.
 */
export function Activity({ scope }: { readonly scope: Scope }) {
  const [range, chooseRange] = useChoice(rangeChoice);
  const [chosen, chooseGrouping] = useChoice(groupingChoice);
  const [answer, retry] = useActivity(scope, range);
  // The list of a creator, a consumer or a checker holds one kind.
  const mixed = scope.of === 'everything' || scope.of === 'user';
  const grouping = mixed ? chosen : 'status';
  const heading = useId();
  return (
    <section className={classes.activity} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading}>{strings.activity}</h2>
        <div className={classes.choices}>
          {mixed ? (
            <Segments
              legend={strings.grouping}
              segments={groups}
              chosen={grouping}
              onChoose={chooseGrouping}
            />
          ) : null}
          <Segments
            legend={strings.range}
            segments={ranges}
            chosen={range}
            onChoose={chooseRange}
          />
        </div>
      </div>
      <div className={classes.card}>
        {answer === null || answer.ok ? (
          <Chart activity={answer?.data ?? null} grouping={grouping} />
        ) : (
          <div className={classes.failed} role="status">
            <p>{strings.failed}</p>
            <p className={classes.why}>{answer.error}</p>
            <Button onClick={retry}>{strings.tryAgain}</Button>
          </div>
        )}
      </div>
    </section>
  );
}

interface ChartProps {
  /** Null while it is counted for the first time. */
  readonly activity: Counted | null;
  readonly grouping: (typeof groupings)[number];
}

function Chart({ activity, grouping }: ChartProps) {
  const [looked, setLooked] = useState<number | null>(null);
  const [open, setOpen] = useState(false);
  const drawing = drawn();
  const textures = useId().replaceAll(/[^\w-]/g, '');
  const number = new Intl.NumberFormat(locale());
  const counted = activity ?? nothing;
  const { bars } = counted;
  const series = seriesOf(bars, grouping);
  const counts = countsOf(bars);
  const bar = looked !== null && looked < bars.length ? looked : null;
  const textOf = (index: number) => {
    const parts = series
      .filter(({ values }) => (values[index] ?? 0) > 0)
      .map(({ label, values }) => `${label} ${number.format(values[index] ?? 0)}`);
    const text = strings.bar(barPeriod(counted, index), number.format(counts[index] ?? 0));
    return parts.length === 0 ? text : `${text} (${parts.join(', ')})`;
  };
  const total = sum(counts);
  const from = barPeriod(counted, 0);
  const to = barPeriod(counted, bars.length - 1);
  const readout =
    activity === null
      ? strings.loading
      : bars.length === 0
        ? strings.empty
        : bar === null
          ? strings.whole(number.format(total), total === 1, wholePeriod(counted))
          : textOf(bar);
  return (
    <>
      {drawing === null ? null : <drawing.Textures id={textures} series={series} />}
      <p className={classes.readout}>{readout}</p>
      <div className={classes.plot}>
        {bars.length === 0 || drawing === null ? null : (
          <>
            <drawing.Bars
              series={series}
              counts={counts}
              textOf={textOf}
              looked={bar}
              onLook={setLooked}
              textures={textures}
              number={number}
            />
            <p className={classes.ends} aria-hidden="true">
              {/* Another text is another element, not the same one moved. */}
              <span key={`from ${from}`}>{from}</span>
              <span key={`to ${to}`}>{to}</span>
            </p>
          </>
        )}
      </div>
      <ul className={classes.legend} data-grouping={grouping}>
        {series.map((part) => (
          <LegendEntry
            key={part.key}
            part={part}
            textures={textures}
            count={
              activity === null
                ? '–'
                : number.format(bar === null ? part.total : (part.values[bar] ?? 0))
            }
          />
        ))}
      </ul>
      <details
        className={classes.details}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{strings.table}</summary>
        {open && drawing ? (
          <drawing.Table activity={counted} series={series} counts={counts} number={number} />
        ) : null}
      </details>
    </>
  );
}

interface LegendEntryProps {
  readonly part: Series;
  readonly textures: string;
  readonly count: string;
}

function LegendEntry({ part, textures, count }: LegendEntryProps) {
  return (
    <li className={classes.entry}>
      <svg className={classes.swatch} aria-hidden="true">
        <rect
          x="0.5"
          y="0.5"
          width="11"
          height="11"
          fill={fillOf(textures, part.texture)}
          stroke={`var(--${part.colour})`}
        />
      </svg>
      <span className={classes.label}>{part.label}</span> <span key={count}>{count}</span>
    </li>
  );
}
