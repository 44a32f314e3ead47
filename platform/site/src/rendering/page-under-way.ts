import { isAnswer } from '../api/is-answer.ts';
import type { AskApi, SiteApi } from '../definition/define-site.ts';
import type { Answer } from './process-messages.ts';
import { readCall } from './read-call.ts';
import { apiAway, type GivenAnswer, type RenderResult } from './render-result.ts';
import type { PageSaid } from './said.ts';

/** Calls of one page. */
const maxCalls = 20;

/** The site's API, as far as pages may call it; undefined: not at all. */
export type CalledApi = Pick<SiteApi, 'url' | 'reads' | 'answerKey'> | undefined;

/** A page that is being rendered. */
export interface PageUnderWay {
  readonly answers: GivenAnswer[];
  /** Calls the site's API for the client that asked for the page: messages of the process come in no request's context. */
  readonly call: AskApi;
  readonly done: (result: RenderResult) => void;
  /** Calls without an answer yet. */
  waiting: number;
  /** Calls that were made. */
  calls: number;
}

/**
 * Makes a call of the site's API for a page, and sends its process the answer. A call that the page may not make, or
 * that is not answered, ends the page.
 *
 * @param page undefined: it is not under way any more
 */
export async function answerCall(
  page: PageUnderWay | undefined,
  { call: asked, path, body }: Extract<PageSaid, { type: 'call' }>,
  api: CalledApi,
  send: (answer: Answer) => void,
): Promise<void> {
  // The code in the process that waits for the answer goes on.
  const refuse = () => send({ call: asked, code: 0, text: '' });
  if (page === undefined) return refuse();
  page.calls += 1;
  const made = page.calls <= maxCalls ? readCall(api, path, body) : null;
  if (made === null) {
    refuse();
    return page.done({ type: 'failed', problem: `it calls ${path}, which no page may here` });
  }
  page.waiting += 1;
  const result = await page.call(made.path, made.body);
  page.waiting -= 1;
  const { code, ...answered } = result;
  if (!isAnswer(result)) {
    refuse();
    return page.done(apiAway);
  }
  page.answers.push({ ...made, result });
  send({ call: asked, code, text: JSON.stringify(answered) });
}
