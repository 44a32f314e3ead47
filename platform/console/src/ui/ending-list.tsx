import { type ReactNode, useState } from 'react';
import type { Answer } from '../admin/answer.ts';
import { useLive } from '../live/live.tsx';
import type { QueryState } from '../live/use-query.ts';
import { Action } from './action.tsx';
import { EndingDialog } from './ending-dialog.tsx';
import page from './page.module.css';
import rows from './rows.module.css';
import { TroubleNotice } from './trouble-notice.tsx';

/** What a row says, and what its button says of it. */
interface EndingRow {
  name: ReactNode;
  facts: readonly ReactNode[];
  /** What is wrong with it. */
  problem?: ReactNode;
  /** The heading of the question, such as `End the sign-in of Ana`. */
  endOf: string;
  /** What is announced once it has ended. */
  ended: string;
}

interface EndingListProps<T> {
  readonly title: string;
  readonly lead: string;
  readonly query: QueryState<T[]>;
  /** On the buttons. */
  readonly confirm: string;
  /** What it means that one ends. */
  readonly means: string;
  readonly rowOf: (one: T) => EndingRow;
  readonly end: (one: T) => Promise<Answer<unknown>>;
}

/** A list of what goes on until somebody ends it, one by one and after a question. */
export function EndingList<T extends { id: string }>(props: EndingListProps<T>) {
  const { title, lead, query, confirm, means, rowOf, end } = props;
  const { refetchAll } = useLive();
  const [leaving, setLeaving] = useState<T | null>(null);
  // What ends late, of a dialog that was left, closes no other one.
  const close = () => {
    setLeaving((now) => (now === leaving ? null : now));
    refetchAll();
  };
  return (
    <section className={page.page}>
      <h2>{title}</h2>
      <p className={page.lead}>{lead}</p>
      <TroubleNotice trouble={query.trouble} shownAt={query.at} />
      <ul className={rows.list} aria-label={title}>
        {(query.value ?? []).map((one) => {
          const { name, facts, problem, endOf } = rowOf(one);
          return (
            <li key={one.id} className={rows.row}>
              <div>
                <p className={rows.name}>{name}</p>
                <p className={`${rows.facts} ${rows.even}`}>{facts}</p>
                {problem === undefined ? null : <p className={rows.problem}>{problem}</p>}
              </div>
              <Action small aria-label={endOf} onClick={() => setLeaving(one)}>
                {confirm}
              </Action>
            </li>
          );
        })}
      </ul>
      {leaving === null ? null : (
        <EndingDialog
          title={rowOf(leaving).endOf}
          confirm={confirm}
          end={() => end(leaving)}
          ended={rowOf(leaving).ended}
          onClose={close}
        >
          <p>{means}</p>
        </EndingDialog>
      )}
    </section>
  );
}
