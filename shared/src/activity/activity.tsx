import type { Answer } from '@tallystick/shared/api';
import { useNavigate } from '@tallystick/shared/router';
import { Button, handFocusOn } from '@tallystick/ui/button';
import { Segments } from '@tallystick/ui/segments';
import { useEffect, useId, useState } from 'react';
import type { Activity as Counted } from '../contracts/activity.ts';
import { type ActivityRange, activityRanges } from '../contracts/activity-ranges.ts';
import { useCounted } from '../counted/use-counted.ts';
import { useLate } from '../late/use-late.ts';
import { searchOf, type TransferQuery } from '../transfers/list-query.ts';
import { belongs } from '../transfers/scope.ts';
import { PopoverButton } from '../ui/popover-button.tsx';
import classes from './activity.module.css';
import { Chart } from './chart.tsx';
import { activityKey, countActivity, holdActivity, type LoadingActivity } from './load-activity.ts';
import { strings } from './strings.ts';

const ranges = activityRanges.map((option) => ({ option, label: strings.ranges[option] }));
// Few look at it.
const loadTable = async () =>
  (await import(/* webpackChunkName: "activity-table" */ './activity-table.tsx')).Table;

interface ActivityProps {
  /** What the route's loader gave. */
  readonly loading: LoadingActivity;
  /** What the list on the same page asks for: it stays as the range changes. */
  readonly query: TransferQuery;
  /** Path of the list that holds what is counted; a bar leads to its days in it. */
  readonly list: string;
}

/**
 * How many transfers were created when: bars up to the newest one, the same as a table, over a range that the address
 * names. Keeps itself up to date. Its height is the same from the first moment on.
 */
export function Activity({ loading, query, list }: ActivityProps) {
  const { scope, range, first } = loading;
  const key = activityKey(loading);
  const [answer, retry] = useCounted(
    key,
    (signal): Promise<Answer<Counted>> => countActivity(loading, signal),
    (transfer) => belongs(scope, transfer),
    first,
  );
  useEffect(() => holdActivity(key), [key]);
  const navigate = useNavigate();
  // Shown as soon as it is chosen, until the address names it or something else.
  const [asked, ask] = useState({ before: range, option: range });
  const choose = (option: ActivityRange) => {
    ask({ before: range, option });
    void navigate(
      { search: searchOf({ ...query, range: option }) },
      { replace: true, preventScrollReset: true },
    );
  };
  const [isTabled, setTabled] = useState(false);
  const chosen =
    (asked.before === range ? asked.option : range) ??
    (answer?.ok ? countedRange(answer.data) : null);
  const heading = useId();
  return (
    <section className={classes.activity} aria-labelledby={heading}>
      <h2 id={heading}>{strings.activity}</h2>
      {answer?.ok ? (
        <Chart activity={answer.data} list={list} />
      ) : (
        <div className={classes.readout} role="status">
          {answer === null ? (
            strings.loading
          ) : (
            <>
              {strings.failed} {answer.error}{' '}
              <Button ref={handFocusOn} onClick={retry}>
                {strings.tryAgain}
              </Button>
            </>
          )}
        </div>
      )}
      <div className={classes.ranges} title={strings.rangeEnd}>
        <Segments legend={strings.range} segments={ranges} chosen={chosen} onChoose={choose} />
      </div>
      <div className={classes.table}>
        <PopoverButton label={strings.table} onToggle={setTabled}>
          {isTabled && answer?.ok ? <LateTable activity={answer.data} /> : null}
        </PopoverButton>
      </div>
    </section>
  );
}

/** The range of the service's choice. */
function countedRange({ days }: Counted): ActivityRange | null {
  return activityRanges.find((range) => range === String(days ?? 'all')) ?? null;
}

function LateTable({ activity }: { readonly activity: Counted }) {
  const [Table] = useLate(loadTable, 'table');
  if (Table === null) return <p>{strings.notLoaded}</p>;
  return Table === undefined ? <p>{strings.loading}</p> : <Table activity={activity} />;
}
