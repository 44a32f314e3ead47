import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptText, isSameOrigin } from '../http/posts.ts';
import { sendNotice } from '../page/notice.ts';
import type { Previews } from './previews.ts';
import { pathOf } from './selection.ts';

/** Largest form that is read, in bytes; a ticket is far smaller. */
const bodyLimit = 2_048;

export interface PreviewRoutesOptions {
  previews: Previews;
}

/**
 * Begins a preview by a ticket, which the admin API gives to a signed-in manager and which comes in the
 * body of a form; changes it; ends it. Each takes a form of a page of this site; a request from
 * elsewhere, such as the console, or by a link gets a page that asks first. An invalid ticket leads to
 * the plain page whatever is wrong, so that a guess cannot be told from a used ticket.
 */
export async function previewRoutes(
  server: FastifyInstance,
  { previews }: PreviewRoutesOptions,
): Promise<void> {
  acceptText(server, 'application/x-www-form-urlencoded', bodyLimit);
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  server.post(previews.begins, async (request, reply) => {
    const form = formOf(request);
    const ticket = form.get('ticket') ?? '';
    if (!isSameOrigin(request)) {
      return sendNotice(reply, {
        title: 'Open the preview?',
        text: 'For an hour this browser then shows what other visitors do not get.',
        form: { action: previews.begins, fields: { ticket }, button: 'Open the preview' },
      });
    }
    const other = await previews.change(request, form.get('look') ?? '');
    if (other !== null) return reply.redirect(pathOf(other), 303);
    const begun = await previews.begin(ticket);
    if (begun === null) return reply.redirect('/', 303);
    return reply.header('set-cookie', begun.cookie).redirect(pathOf(begun.selected), 303);
  });

  server.get(previews.leave, async (request, reply) => {
    if (!(await previews.has(request))) return reply.redirect('/', 303);
    return sendNotice(reply, leaving(previews.leave));
  });
  server.post(previews.leave, async (request, reply) => {
    if (!isSameOrigin(request)) return sendNotice(reply, leaving(previews.leave));
    return reply.header('set-cookie', await previews.end(request)).redirect('/', 303);
  });
}

const leaving = (action: string) => ({
  title: 'Leave the preview?',
  text: 'This browser then shows what all visitors get.',
  form: { action, fields: {}, button: 'Leave the preview' },
});

function formOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(typeof body === 'string' ? body : '');
}
