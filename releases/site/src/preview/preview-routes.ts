import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { acceptText, isSameOrigin } from '../http/posts.ts';
import { sendNotice } from '../page/notice.ts';
import type { Previews } from './previews.ts';
import { pathOf } from './selection.ts';

/** A link in an address; what is none is like a guess. */
const linkQuery = v.object({
  link: v.fallback(v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)), ''),
});
/** Largest form that is read, in bytes; a ticket is far smaller. */
const bodyLimit = 2_048;

/**
 * Begins a preview by a ticket, which the admin API gives to a signed-in manager and which comes in the
 * body of a form, or by the secret of a link for people; changes it; ends it. Each takes a form of a page of this site; a request from
 * elsewhere, such as the console, or by a link gets a page that asks first. An invalid ticket leads to
 * the plain page whatever is wrong, so that a guess cannot be told from a used ticket.
 */
export async function previewRoutes(
  server: FastifyInstance,
  { previews }: { previews: Previews },
): Promise<void> {
  acceptText(server, 'application/x-www-form-urlencoded', bodyLimit);
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  const ask = (reply: FastifyReply, fields: Readonly<Record<string, string>>) =>
    sendNotice(reply, {
      title: 'Open the preview?',
      text: 'Until you leave it or it ends, this browser then shows what other visitors do not get.',
      form: { action: previews.begins, fields, button: 'Open the preview' },
    });
  const askToLeave = (reply: FastifyReply) =>
    sendNotice(reply, {
      title: 'Leave the preview?',
      text: 'This browser then shows what all visitors get.',
      form: { action: previews.leave, fields: {}, button: 'Leave the preview' },
    });

  // It says the same whatever the link is, so that who looks ahead for others, such as a chat, learns and
  // uses up nothing.
  server.get(previews.begins, async (request, reply) => {
    const { link } = v.parse(linkQuery, request.query);
    // Without the link: scripts of the page that comes next can read where somebody came from.
    reply.header('referrer-policy', 'strict-origin');
    return link === '' ? reply.redirect('/', 303) : ask(reply, { link });
  });
  server.post(previews.begins, async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const ticket = form.get('ticket') ?? '';
    if (!isSameOrigin(request)) return ask(reply, { ticket });
    const link = form.get('link');
    if (link !== null) {
      const cookie = await previews.beginByLink(link);
      if (cookie !== null) reply.header('set-cookie', cookie);
      return reply.redirect('/', 303);
    }
    const other = await previews.change(request, form.get('look') ?? '');
    if (other !== null) return reply.redirect(pathOf(other), 303);
    const begun = await previews.begin(ticket);
    if (begun === null) return reply.redirect('/', 303);
    return reply.header('set-cookie', begun.cookie).redirect(pathOf(begun.selected), 303);
  });

  server.get(previews.leave, async (request, reply) => {
    return (await previews.has(request)) ? askToLeave(reply) : reply.redirect('/', 303);
  });
  server.post(previews.leave, async (request, reply) => {
    if (!isSameOrigin(request)) return askToLeave(reply);
    return reply.header('set-cookie', await previews.end(request)).redirect('/', 303);
  });
}
