import type { Concern } from '@tallystick/registry/contract/situation';
import { useBegin } from '../change/begin.tsx';
import { mayMove, useSignedIn } from '../session/signed-in.ts';
import { Action } from '../ui/action.tsx';
import { StatusNotice } from '../ui/status-notice.tsx';
import classes from './concern-notice.module.css';

/** What is so, what visitors see meanwhile, and the one button that takes it away. */
export function ConcernNotice({ concern }: { readonly concern: Concern }) {
  const begin = useBegin();
  const { actor } = useSignedIn();
  const { code, severity, says, meanwhile, remedy } = concern;
  const isAllowed = remedy !== null && mayMove(actor, remedy.app);
  return (
    <StatusNotice severity={severity} title={says} alert={code === 'history'}>
      <div className={classes.rest}>
        {meanwhile === '' ? null : <p>{meanwhile}</p>}
        {isAllowed ? (
          <Action
            primary
            aria-label={`${remedy.words}: ${remedy.app}`}
            onClick={() =>
              begin(
                remedy.kind === 'abort'
                  ? { kind: 'abort', apps: [remedy.app] }
                  : { kind: 'rollback', apps: [remedy.app], build: remedy.to, recall: false },
              )
            }
          >
            {remedy.words}
          </Action>
        ) : null}
      </div>
    </StatusNotice>
  );
}
