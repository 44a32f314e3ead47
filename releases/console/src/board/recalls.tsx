import type { Board, RecallProgress } from '@tallystick/registry/contract/board';
import { useNow } from '@tallystick/shared/format/use-now';
import { strings } from '../strings.ts';
import { isUnderWay, percentLeft } from './recall-progress.ts';
import classes from './recalls.module.css';

/** For so long a recall that is over is still told of, in milliseconds. */
const remembered = 3_600_000;

interface RecallsProps {
  readonly board: Board;
  /** Of this app only. */
  readonly app?: string;
}

/** How far each recall has come. */
export function Recalls({ board, app }: RecallsProps) {
  const now = useNow();
  const shown = board.recalls.filter(
    (recall) =>
      (app === undefined || recall.app === app) &&
      (isUnderWay(recall) || now - Date.parse(recall.at) < remembered),
  );
  return shown.map((recall) => (
    <Recall key={`${recall.app} ${recall.build} ${recall.revision}`} recall={recall} />
  ));
}

function Recall({ recall }: { readonly recall: RecallProgress }) {
  const { app, build, ran, left } = recall;
  const percent = percentLeft(recall);
  const words = strings.recall;
  const said =
    percent === null
      ? words.none(build)
      : isUnderWay(recall)
        ? words.left(percent, build)
        : words.all(build);
  return (
    <section
      className={classes.recall}
      aria-label={words.title(app)}
      data-over={!isUnderWay(recall)}
    >
      <p className={classes.title}>{words.title(app)}</p>
      <progress max={100} value={percent ?? 100} aria-label={said} />
      <p className={classes.said}>
        <span role="status">{said}</span>
        {ran === 0 ? null : (
          <span>{isUnderWay(recall) ? words.still(ran - left) : words.gone(ran)}</span>
        )}
      </p>
    </section>
  );
}
