import type { Held } from '@tallystick/registry/contract/channel';
import { useBegin } from '../change/begin.tsx';
import { BuildName } from '../say/build-name.tsx';
import { Moment } from '../say/moment.tsx';
import { useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import classes from './app-status.module.css';

interface HeldNoticeProps {
  readonly app: string;
  readonly held: Held;
}

/** A canary that the registry has taken from all browsers: why, and the ways on from there. */
export function HeldNotice({ app, held }: HeldNoticeProps) {
  const begin = useBegin();
  const { actor } = useSignedIn();
  const words = strings.app.held;
  return (
    <section className={classes.status} data-severity="failing">
      <p className={classes.title}>
        {words.title(held.percent)} <BuildName build={held.build} />, <Moment at={held.at} />
      </p>
      <p>{held.reason}</p>
      <p>{words.wayOut}</p>
      {actor.scope.kind === 'manager' ? (
        <p>
          <Action look="small" onClick={() => begin({ kind: 'unhold', apps: [app] })}>
            {strings.actions.unhold}
          </Action>
        </p>
      ) : null}
    </section>
  );
}
