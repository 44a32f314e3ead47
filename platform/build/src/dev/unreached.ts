import { wordsOf } from '@tallystick/contract/http/ask';

/** What stands in place of an answer of the site or one of its services, in one line. */
export function unreached({ origin }: URL, error: unknown): string {
  return `${origin} does not answer now (${wordsOf(error)}): load this again once it does.`;
}
