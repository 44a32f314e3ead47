import type { Concern, Remedy } from '@tallystick/registry/contract/concern';
import { useBegin } from '../change/begin.tsx';
import type { Intent } from '../change/intent.ts';
import { mayMove, useSignedIn } from '../session/signed-in.ts';
import { Action } from '../ui/action.tsx';
import { StatusNotice } from '../ui/status-notice.tsx';
import classes from './concern-notice.module.css';

interface ConcernNoticeProps {
  readonly concern: Concern;
  readonly channel: string;
}

/** What is so, what visitors see meanwhile, and the one button that takes it away. */
export function ConcernNotice({ concern, channel }: ConcernNoticeProps) {
  const begin = useBegin();
  const { actor } = useSignedIn();
  const { code, severity, says, meanwhile, remedy } = concern;
  const isAllowed = remedy !== null && mayMove(actor, remedy.app, channel);
  return (
    <StatusNotice
      severity={code === 'unheard' ? 'none' : severity}
      title={says}
      alert={code === 'history'}
    >
      <div className={classes.rest}>
        {meanwhile === '' ? null : <p>{meanwhile}</p>}
        {isAllowed ? (
          <Action
            primary
            aria-label={`${remedy.words}: ${remedy.app}`}
            onClick={() => begin(intentOf(remedy))}
          >
            {remedy.words}
          </Action>
        ) : null}
      </div>
    </StatusNotice>
  );
}

function intentOf(remedy: Remedy): Intent {
  const apps = [remedy.app];
  if (remedy.kind === 'rollback')
    return { kind: 'rollback', apps, build: remedy.to, recall: false };
  if (remedy.kind === 'undo') return { kind: 'undo', revision: remedy.revision };
  return remedy.kind === 'resume'
    ? { kind: 'ramp', apps, order: 'resume' }
    : { kind: remedy.kind, apps };
}
