import { type Answer, ledger } from '@tallystick/shared/api';
import { afterFirstContent } from '@tallystick/shell-kit/first-content';
import { Button, handFocusOn } from '@tallystick/ui/button';
import { openChoice } from '@tallystick/ui/choice';
import { Segments } from '@tallystick/ui/segments';
import { useChoice } from '@tallystick/ui/use-choice';
import { useId } from 'react';
import type { Activity as Counted } from '../contracts/activity.ts';
import { activityRanges } from '../contracts/activity-ranges.ts';
import { useCounted } from '../counted/use-counted.ts';
import { belongs, type Scope, scopeKey } from '../transfers/scope.ts';
import { LateDetails } from '../ui/late-details.tsx';
import { PopoverButton } from '../ui/popover-button.tsx';
import classes from './activity.module.css';
import { strings } from './strings.ts';

const rangeChoice = openChoice('activity-range', activityRanges, '30');
const ranges = activityRanges.map((option) => ({ option, label: strings.ranges[option] }));
/** What draws the numbers; it comes with them, in a file of its own. */
const loadChart = () => import(/* webpackChunkName: "chart" */ './chart.tsx');
type Drawn = Counted & Awaited<ReturnType<typeof loadChart>>;
const notDrawn = { ok: false, code: 0, error: strings.notDrawn } as const;

interface ActivityProps {
  readonly scope: Scope;
  /** Path of the list that holds what is counted; a bar leads to its days in it. */
  readonly list: string;
}

/**
 * How many transfers of `scope` were created when: a strip of bars up to the newest one, the same as
 * a table. Keeps itself up to date. Its height is the same from the first moment on.
 */
export function Activity({ scope, list }: ActivityProps) {
  const [range, chooseRange] = useChoice(rangeChoice);
  const party = 'party' in scope ? { kind: scope.of, id: scope.party } : undefined;
  const [answer, retry] = useCounted(
    `${range} ${scopeKey(scope)}`,
    async (signal): Promise<Answer<Drawn>> => {
      const counted = ledger.activity({ range, party }, signal);
      // The rows of the page come before what draws.
      const coming = afterFirstContent().then(loadChart);
      const [chart, answer] = await Promise.all([coming.catch(() => null), counted]);
      if (chart === null) return notDrawn;
      return answer.ok ? { ...answer, data: { ...answer.data, ...chart } } : answer;
    },
    (transfer) => belongs(scope, transfer),
  );
  const heading = useId();
  return (
    <section className={classes.activity} aria-labelledby={heading}>
      <h2 id={heading}>{strings.activity}</h2>
      {answer?.ok ? (
        <answer.data.Chart activity={answer.data} list={list} />
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
      <div className={classes.options}>
        <PopoverButton label={strings.options}>
          <Segments
            legend={strings.range}
            segments={ranges}
            chosen={range}
            onChoose={chooseRange}
          />
          <p className={classes.note}>{strings.rangeEnd}</p>
          <LateDetails summary={strings.table}>
            {answer?.ok ? <answer.data.Table activity={answer.data} /> : null}
          </LateDetails>
        </PopoverButton>
      </div>
    </section>
  );
}
