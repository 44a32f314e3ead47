import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import { useAdmin, useCall } from '../admin/use-admin.ts';
import { useSignedIn } from '../session/signed-in.ts';
import { strings } from '../strings.ts';
import { Action } from '../ui/action.tsx';
import { TroubleNotice } from '../ui/trouble-notice.tsx';
import { postTicket } from './post-ticket.ts';

interface PreviewButtonProps {
  readonly target: PreviewTarget;
  /** What is heard, since several stand in a list. */
  readonly label: string;
}

/** Opens the site, in a tab of its own, as it would be with the target. For managers. */
export function PreviewButton({ target, label }: PreviewButtonProps) {
  const admin = useAdmin();
  const { actor } = useSignedIn();
  const { trouble, run } = useCall();
  if (actor.scope.kind !== 'manager') return null;
  return (
    <>
      <Action
        look="small"
        aria-label={label}
        onClick={() => {
          void run(admin.openPreview(target)).then((answer) => {
            if (answer.ok) postTicket(answer.value);
          });
        }}
      >
        {strings.actions.preview}
      </Action>
      <TroubleNotice trouble={trouble} />
    </>
  );
}
