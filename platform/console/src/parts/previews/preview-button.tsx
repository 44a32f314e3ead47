import type { PreviewTicket } from '@tallystick/registry/contract/admin-api';
import { previewRoutes } from '@tallystick/registry/parts/previews/contract/routes';
import { useAdmin, useCall } from '../../admin/use-admin.ts';
import { useSignedIn } from '../../session/signed-in.ts';
import { strings } from '../../strings.ts';
import { Action } from '../../ui/action.tsx';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import type { TargetActionProps } from '../target-action.ts';

/** Opens the site, in a tab of its own, as it would be with the target. For managers. */
export function PreviewButton({ target, label }: TargetActionProps) {
  const admin = useAdmin();
  const { actor } = useSignedIn();
  const { busy, trouble, run } = useCall();
  if (actor.scope.kind !== 'manager') return null;
  return (
    <>
      <Action
        look="small"
        aria-label={label}
        onClick={() => {
          if (busy) return;
          void run(admin.ask(previewRoutes.previewTicket, { body: target })).then((answer) => {
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

/** Hands a ticket to the site in the body of a form, into a tab of its own: it stands in no URL. */
function postTicket({ action, ticket }: PreviewTicket): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.target = '_blank';
  form.rel = 'noopener';
  const input = document.createElement('input');
  input.type = 'hidden';
  input.name = 'ticket';
  input.value = ticket;
  form.append(input);
  document.body.append(form);
  form.submit();
  form.remove();
}
