import type { ApiResult } from '../definition/define-site.ts';
import { judgeMarkup } from './judge-markup.ts';
import type { PageCall } from './read-call.ts';
import type { PageSaid } from './said.ts';

/** Characters of one page: many are kept in memory, each in several codings. */
const maxHtml = 1_000_000;

/** What the site's API answered to a call. */
export interface GivenAnswer extends PageCall {
  readonly result: ApiResult;
}

/** A page as it was rendered, and all that the site's API answered for it. */
export interface Rendered {
  readonly html: string;
  readonly answers: readonly GivenAnswer[];
}

export type RenderResult = { readonly type: 'rendered'; readonly page: Rendered } | NoPage;

/**
 * Why there is no page. `gone` and `moved` say nothing about the builds.
 *
 * - `failed`: the builds could not render it.
 * - `missing`: they could not, and the site's API has nothing of what it is about.
 * - `moved`: it redirects to another address.
 * - `gone`: the API did not answer, or too much is under way.
 */
export interface NoPage {
  readonly type: 'failed' | 'missing' | 'moved' | 'gone';
  readonly problem: string;
}

/** The result of a page, by what its process says of it and by what the API answered for it. */
export function resultOf(
  message: Exclude<PageSaid, { type: 'call' }>,
  answers: readonly GivenAnswer[],
): RenderResult {
  if (message.type !== 'rendered') {
    const isThere = answers.every(({ result }) => result.code !== 404);
    return message.type === 'moved' || isThere ? message : notThere;
  }
  const { html } = message;
  if (html.length > maxHtml) return tooLarge;
  const problem = judgeMarkup(html);
  if (problem === null) return { type: 'rendered', page: { html, answers } };
  return { type: 'failed', problem: `its HTML is not as it must be: ${problem}` };
}

const notThere = { type: 'missing', problem: "the site's API has nothing of it" } as const;
const tooLarge = { type: 'failed', problem: 'its HTML is too long' } as const;
export const apiAway = { type: 'gone', problem: "the site's API does not answer" } as const;
export const tooLong = {
  type: 'failed',
  problem: 'it takes too long, or this machine is too busy',
} as const;
export const tooMuch = { type: 'gone', problem: 'too many pages are being rendered' } as const;
