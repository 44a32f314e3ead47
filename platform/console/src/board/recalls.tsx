import type { Board, RecallProgress } from '@tallystick/registry/contract/board';
import { afterRecall } from '@tallystick/registry/contract/situation';
import { useNow } from '@tallystick/ui/use-now';
import { useBuildNames } from '../say/build-names.ts';
import { strings } from '../strings.ts';
import { StatusNotice } from '../ui/status-notice.tsx';
import classes from './recalls.module.css';

/** For so long after it was made a recall is shown although all tabs have left, in milliseconds. */
const remembered = 3_600_000;

interface RecallsProps {
  readonly board: Board;
  /** Only recalls of this app are shown; absent: all. */
  readonly app?: string;
}

/** How far each recall has come. */
export function Recalls({ board, app }: RecallsProps) {
  const now = useNow();
  const shown = board.recalls.filter(
    (recall) =>
      (app === undefined || recall.app === app) &&
      (recall.left < recall.ran || now - Date.parse(recall.at) < remembered),
  );
  return shown.map((recall) => (
    <Recall
      key={`${recall.app} ${recall.build} ${recall.revision}`}
      recall={recall}
      meanwhile={afterRecall(board, recall.app)}
    />
  ));
}

interface RecallProps {
  readonly recall: RecallProgress;
  /** What visitors get meanwhile. */
  readonly meanwhile: string;
}

function Recall({ recall, meanwhile }: RecallProps) {
  const { app, build, ran, left } = recall;
  const isUnderWay = left < ran;
  // Rounded down: 100 only if all have left.
  const percent = isUnderWay ? Math.floor((left / ran) * 100) : 100;
  const words = strings.recall;
  const name = useBuildNames()(build);
  const said =
    ran === 0 ? words.none(name) : isUnderWay ? words.left(percent, name) : words.all(name);
  return (
    <StatusNotice
      severity={isUnderWay ? 'watch' : 'calm'}
      title={words.title(app)}
      label={words.title(app)}
    >
      <progress className={classes.progress} max={100} value={percent} aria-label={said} />
      <p className={classes.said}>
        <span role="status">{said}</span>
        {ran === 0 ? null : <span>{isUnderWay ? words.still(ran - left) : words.gone(ran)}</span>}
      </p>
      <p>{meanwhile}</p>
    </StatusNotice>
  );
}
