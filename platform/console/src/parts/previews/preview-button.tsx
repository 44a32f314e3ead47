import type { PreviewTicket } from '@tallystick/registry/contract/admin-api';
import { previewRoutes } from '@tallystick/registry/parts/previews/contract/routes';
import { useAdmin, useCall } from '../../admin/use-admin.ts';
import { useSignedIn } from '../../session/signed-in.ts';
import { strings } from '../../strings.ts';
import { Action } from '../../ui/action.tsx';
import { TroubleNotice } from '../../ui/trouble-notice.tsx';
import type { TargetActionProps } from '../target-action.ts';

/** Opens a preview of the site with the target, in a new tab. Only managers see the button. */
export function PreviewButton({ target, label }: TargetActionProps) {
  const admin = useAdmin();
  const { actor } = useSignedIn();
  const { busy, trouble, run } = useCall();
  if (actor.scope.kind !== 'manager') return null;
  return (
    <>
      <Action
        small
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

/** Hands a ticket to the site, in a new tab. A form posts it, so that it never appears in a URL. */
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
