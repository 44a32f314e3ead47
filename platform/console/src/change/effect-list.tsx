import type { Revision } from '@tallystick/registry/contract/channel';
import { Spinner } from '@tallystick/ui/spinner';
import type { Trouble } from '../admin/answer.ts';
import { useBuildNames } from '../say/build-names.ts';
import { strings } from '../strings.ts';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { ArrangedLine } from './arranged-line.tsx';
import classes from './effect-list.module.css';
import { effectWords } from './effect-words.ts';
import type { Effect } from './effects.ts';
import { MoveLine } from './move-line.tsx';

interface EffectListProps {
  /** Something is not chosen yet: there is nothing to tell. */
  readonly incomplete: boolean;
  /** The newest revision, if the channel is like that already; else null. */
  readonly already: number | null;
  /** Null: not told yet. */
  readonly effects: readonly Effect[] | null;
  /** What it says of a slot; null: nothing. */
  readonly arranged: Revision['arranged'] | null;
  /** What is lost by it, a line each. */
  readonly notes: readonly string[];
  /** They are of the choices before; those of the present ones are on their way. */
  readonly stale: boolean;
  readonly trouble: Trouble | null;
}

/** What will change: for each app from what to what, and what that means. */
export function EffectList(props: EffectListProps) {
  const { incomplete, already, effects, arranged, notes, stale, trouble } = props;
  const nameOf = useBuildNames();
  if (trouble !== null) return <TroubleNotice trouble={trouble} />;
  return (
    <section
      className={classes.effects}
      aria-label={strings.change.willChange}
      aria-busy={stale && !incomplete}
    >
      {incomplete ? (
        <p>{strings.change.incomplete}</p>
      ) : already !== null ? (
        <p>{strings.change.already(already)}</p>
      ) : effects === null ? (
        <Spinner text={strings.wait} />
      ) : (
        effects.map((effect) => (
          <div key={effect.app} className={classes.effect}>
            <MoveLine move={effect} />
            {effectWords(effect, nameOf).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        ))
      )}
      {arranged ? (
        <div className={classes.effect}>
          <ArrangedLine arranged={arranged} />
          <p>{strings.change.arrangedWhen}</p>
        </div>
      ) : null}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </section>
  );
}
