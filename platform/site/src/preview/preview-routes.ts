import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Browsers } from '../canary/browser.ts';
import { acceptText, isSameOrigin } from '../http/posts.ts';
import { type Notice, sendNotice } from '../page/notice.ts';
import { isNavigation } from '../reports/page-tickets.ts';
import type { Previews } from './previews.ts';
import { type Question, sendQuestion } from './question-page.ts';
import { describeSelection } from './selection.ts';
import { fieldsOf, queryOf, type Wish, wishOf } from './wish.ts';
import type { Wanted } from './wishes.ts';

/** Largest form that is read, in bytes; a ticket is far smaller. */
const bodyLimit = 2_048;

export interface PreviewRoutesOptions {
  previews: Previews;
  browsers: Browsers;
}

/**
 * The page that asks whether this browser is to show a preview, and the route that its button leads to. The same for
 * leaving a preview.
 *
 * All code on this origin is some team's, so a request from a page of this site proves nothing. A preview begins only
 * by a proof in the page that asks. That page is given only to a browser that navigates to it. It has an origin of its
 * own, and no code runs there.
 */
export async function previewRoutes(
  server: FastifyInstance,
  { previews, browsers }: PreviewRoutesOptions,
): Promise<void> {
  acceptText(server, 'application/x-www-form-urlencoded', bodyLimit);
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  server.get(previews.askPath, async (request, reply) => {
    // Scripts, and prefetches by a chat or a browser, learn nothing.
    if (!isNavigation(request.headers)) return sendNotice(reply.code(403), openByItself);
    const wish = wishOf(queryIn(request));
    const wanted = wish && (await previews.wanted(request, wish));
    if (wish === null || wanted === null) return sendNotice(reply.code(404), nothingToShow);
    let browser = browsers.certain(request.headers.cookie);
    if (browser === null) {
      const { id, cookie } = browsers.issue(browsers.of(request.headers.cookie));
      reply.header('set-cookie', cookie);
      browser = id;
    }
    const fields = { ...fieldsOf(wish), proof: previews.proofFor(browser, wish) };
    const said = { ...wordsOf(wanted), facts: factsOf(wanted) };
    return sendQuestion(reply, { ...said, action: previews.beginPath, fields });
  });

  // From a manager's console, which is another site. Its ticket may go into the address of the page that asks.
  server.post(previews.askPath, async (request, reply) => {
    const wish = wishOf(new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
    return wish?.kind === 'ticket' ? askAgain(reply, wish) : reply.redirect('/', 303);
  });
  const askAgain = (reply: FastifyReply, wish: Wish) =>
    reply.redirect(`${previews.askPath}?${queryOf(wish)}`, 303);

  server.get(previews.beginPath, async (request, reply) => {
    const query = queryIn(request);
    const wish = wishOf(query);
    if (wish === null) return reply.redirect('/', 303);
    const proof = query.get('proof') ?? '';
    // The page that asks has an opaque origin, so no request of it is `same-origin`.
    const isFromSitePage = request.headers['sec-fetch-site'] === 'same-origin';
    if (isFromSitePage || !previews.isProven(request, wish, proof)) return askAgain(reply, wish);
    const begun = await previews.begin(request, wish, proof);
    if (begun === null) return sendNotice(reply.code(410), nothingToShow);
    if (begun.cookie !== null) reply.header('set-cookie', begun.cookie);
    return reply.redirect(begun.location, 303);
  });

  const askToLeave = (reply: FastifyReply) =>
    sendNotice(reply, {
      title: 'Leave the preview?',
      text: 'This browser then shows what all visitors get.',
      form: { action: previews.leavePath, fields: {}, button: 'Leave the preview' },
    });
  server.get(previews.leavePath, async (request, reply) => {
    return (await previews.has(request)) ? askToLeave(reply) : reply.redirect('/', 303);
  });
  server.post(previews.leavePath, async (request, reply) => {
    if (!isSameOrigin(request)) return askToLeave(reply);
    return reply.header('set-cookie', await previews.end(request)).redirect('/', 303);
  });
}

function queryIn({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
}

function wordsOf({ by }: Wanted): Pick<Question, 'title' | 'text' | 'button'> {
  if (by === null) {
    const text = 'This preview then shows something else.';
    return { title: 'Look at another preview?', text, button: 'Show it' };
  }
  const text =
    'All tabs of this browser then show what other visitors do not get, until you leave it or it ends. Perhaps nobody has reviewed the code that runs there, and you are signed in there as you are on the site.';
  return { title: 'Open the preview?', text, button: 'Open the preview' };
}

function factsOf({ selected, by, until, once }: Wanted): Question['facts'] {
  const minute = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
  return [
    ['Shows', describeSelection(selected)],
    ['Until', `${minute} UTC, or earlier if somebody ends it`],
    ...(once ? [['For', 'the browser alone that opens it first'] as const] : []),
    ['By', by ?? 'you'],
  ];
}

const home = { href: '/', text: 'Home' };
const nothingToShow: Notice = {
  title: 'There is no such preview',
  text: 'It has ended, another browser has opened it, or its address is incomplete.',
  link: home,
};
const openByItself: Notice = {
  title: 'Open this preview in a tab of its own',
  text: 'Follow its link in a browser of today, by https: then a page asks whether to open it.',
  link: home,
};
