import type { BuildSummary } from '@tallystick/registry/contract/history';
import type { Standing } from '../board/standing.ts';
import { useBegin } from '../change/begin.tsx';
import type { Intent } from '../change/intent.ts';
import { manages, useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import classes from './app-actions.module.css';

interface AppActionsProps {
  readonly channel: string;
  readonly standing: Standing;
  readonly builds: readonly BuildSummary[];
}

/** What can be done with an app; first what takes it back. */
export function AppActions({ channel, standing, builds }: AppActionsProps) {
  const begin = useBegin();
  const { actor } = useSignedIn();
  const { app, build, canary, before, lock, shut } = standing;
  const apps = [app];
  const live = build !== null;
  const others = builds.some((each) => each.build !== build);
  const rollback = (recall: boolean): Intent => ({ kind: 'rollback', apps, recall });
  const words = strings.actions;
  const actions: { text: string; intent: Intent; takesBack?: boolean; disabled?: boolean }[] = [
    { text: words.rollback, intent: rollback(false), takesBack: true, disabled: before === null },
    { text: words.recall, intent: rollback(true), takesBack: true, disabled: before === null },
    // Always there: nothing moves under a finger as a canary begins or ends.
    {
      text: words.abort,
      intent: { kind: 'abort', apps },
      takesBack: true,
      disabled: canary === null,
    },
    { text: words.promote, intent: { kind: 'promote', apps }, disabled: shut || !others },
    {
      text: words.canary,
      intent: { kind: 'canary', apps },
      disabled: shut || !live || (!others && canary === null),
    },
  ];
  const lockOrUnlock = lock === null ? 'lock' : 'unlock';
  if (manages(actor, channel)) {
    actions.push({ text: words[lockOrUnlock], intent: { kind: lockOrUnlock, app } });
  }
  return (
    <section aria-label={strings.app.actions}>
      <div className={classes.actions}>
        {actions.map(({ text, intent, takesBack, disabled }) => (
          <Action
            // One button, whichever of the two it says: it keeps the focus.
            key={intent.kind === 'unlock' ? words.lock : text}
            takesBack={takesBack}
            disabled={disabled}
            onClick={() => begin(intent)}
          >
            {text}
          </Action>
        ))}
      </div>
      {before === null ? null : <p className={classes.ways}>{strings.app.ways}</p>}
    </section>
  );
}
