import type { PreviewTicket } from '@tallystick/registry/contract/admin-api';

/** Hands a ticket to the site in the body of a form, into a tab of its own: it stands in no URL. */
export function postTicket({ action, ticket }: PreviewTicket): void {
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
