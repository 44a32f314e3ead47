import { LRUCache } from 'lru-cache';
import type { ApiResult, AskApi } from '../definition/define-site.ts';
import { once } from '../memory/once.ts';
import { isAnswer } from './is-answer.ts';

/** How many answers are kept, and for how many milliseconds. */
const maxAnswers = 2_000;
const keptMs = 5_000;

/** The same calls, whose answers are kept for a while; concurrent ones that ask for the same share one. */
export function remembered(ask: AskApi): AskApi {
  const answers = new LRUCache<string, Promise<ApiResult>>({ max: maxAnswers, ttl: keptMs });
  return (path, body) =>
    once(answers, `${path} ${JSON.stringify(body)}`, () => ask(path, body), isAnswer);
}
