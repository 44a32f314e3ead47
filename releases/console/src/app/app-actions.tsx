import type { BuildSummary } from '@tallystick/registry/contract/history';
import type { Standing } from '../board/standing.ts';
import { useBegin } from '../change/begin.tsx';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import classes from './app-actions.module.css';

interface AppActionsProps {
  readonly standing: Standing;
  readonly builds: readonly BuildSummary[];
}

/** What can be done with an app; first what takes it back. */
export function AppActions({ standing, builds }: AppActionsProps) {
  const begin = useBegin();
  const { app, build, canary, lock } = standing;
  const apps = [app];
  const live = build !== null;
  const others = builds.some((each) => each.build !== build);
  const words = strings.actions;
  return (
    <section className={classes.actions} aria-label={strings.app.actions}>
      <Action
        look="take-back"
        disabled={!live}
        onClick={() => begin({ kind: 'rollback', apps, recall: false })}
      >
        {words.rollback}
      </Action>
      <Action
        look="take-back"
        disabled={!live}
        onClick={() => begin({ kind: 'rollback', apps, recall: true })}
      >
        {words.recall}
      </Action>
      <Action disabled={!others} onClick={() => begin({ kind: 'promote', apps })}>
        {words.promote}
      </Action>
      <Action
        disabled={!live || (!others && canary === null)}
        onClick={() => begin({ kind: 'canary', apps })}
      >
        {words.canary}
      </Action>
      <Action
        onClick={() => begin(lock === null ? { kind: 'lock', app } : { kind: 'unlock', app })}
      >
        {lock === null ? words.lock : words.unlock}
      </Action>
    </section>
  );
}
