import { strings } from '../strings.ts';
import classes from './health.module.css';
import type { RunningBuild } from './standing.ts';

interface HealthProps {
  readonly build: RunningBuild | undefined;
  /** Says which build it is, where several stand together. */
  readonly of?: string | undefined;
}

/** How a build does in the browsers that have it: the verdict in a word, the numbers below. */
export function Health({ build, of }: HealthProps) {
  const words = strings.board.browsers;
  const { browsers: { browsers, failed } = { browsers: 0, failed: 0 }, severity = 'calm' } =
    build ?? {};
  const isHeard = browsers > 0 || severity !== 'calm';
  return (
    <span className={classes.health} data-severity={isHeard ? severity : 'none'}>
      <span className={classes.verdict}>
        <i className={classes.dot} aria-hidden="true" />
        <span>{isHeard ? strings.board.severity[severity] : words.unheard}</span>
        {of === undefined ? null : <span className={classes.of}>{of}</span>}
      </span>
      <span className={classes.numbers}>
        {failed > 0
          ? words.failed(failed, browsers)
          : isHeard
            ? words.fine(browsers)
            : words.running(build?.tabs ?? 0)}
      </span>
    </span>
  );
}
