import { type HandedAnswer, handedAnswersSchema } from '@tallystick/contract/handed-answers';
import * as v from 'valibot';
import type { CallBody, CallResult } from './call.ts';
import { handedBody } from './handed-body.ts';

let handed: HandedAnswer[] | null = null;

/**
 * The answer to a call that the site server asked for this page already; undefined: it did not, or the answer was
 * taken. Once the first page stands there, what came with it is out of date.
 */
export function takeHandedAnswer(path: string, body: CallBody): CallResult | undefined {
  if (globalThis.document?.documentElement.dataset.shown !== undefined) handed = [];
  handed ??= readHanded();
  const asked = handedBody(body);
  const at = handed.findIndex((one) => one.path === path && one.body === asked);
  return at < 0 ? undefined : handed.splice(at, 1)[0]?.result;
}

function readHanded(): HandedAnswer[] {
  const text = globalThis.document?.getElementById('answers')?.textContent ?? '[]';
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), handedAnswersSchema), text);
  // Without them the page asks, as one that was not rendered does.
  return read.success ? read.output : [];
}
