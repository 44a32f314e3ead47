import type { Page, Route } from '@playwright/test';

/** What the stub answers to one call: HTTP status and body, or nothing at all. */
export type StubAnswer = readonly [status: number, body: unknown] | 'no answer' | 'no network';

export interface StubbedCodes {
  /** What the page sent, oldest first. */
  readonly sent: { readonly call: 'create' | 'check'; readonly body: unknown }[];
  /** The answers from now on; the last one stays. */
  create: StubAnswer[];
  check: StubAnswer[];
}

export const codeSent: StubAnswer = [
  200,
  { data: { trxn: 'stub-trxn', validFor: 300, resendAfter: 60, triesLeft: 5 } },
];
export const codeRight: StubAnswer = [200, { data: true }];

/** A refusal as the ledger service gives it. */
export function refusal(code: number, error: string, more: object = {}): StubAnswer {
  return [code, { code, error, data: false, ...more }];
}

/**
 * Puts answers of the test in the place of the service's two code calls. That is for branches that
 * the real one takes long to reach, and to keep below its limits. The code is right unless told
 * otherwise.
 */
export async function stubCodes(page: Page): Promise<StubbedCodes> {
  const codes: StubbedCodes = { sent: [], create: [codeSent], check: [codeRight] };
  const answer = async (route: Route, call: 'create' | 'check') => {
    codes.sent.push({ call, body: route.request().postDataJSON() });
    const [next] = codes[call].length > 1 ? codes[call].splice(0, 1) : codes[call];
    if (next === undefined || next === 'no answer') return;
    if (next === 'no network') return await route.abort('connectionrefused');
    const [status, json] = next;
    await route.fulfill({ status, json });
  };
  await page.route('**/sandbox/code.create', (route) => answer(route, 'create'));
  await page.route('**/sandbox/code.check', (route) => answer(route, 'check'));
  return codes;
}
