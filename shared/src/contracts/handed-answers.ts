import * as v from 'valibot';

/**
 * What the ledger service answered while the site server rendered a page: each call by its path and body, and its
 * result. Inlined as `<script type="application/json" id="answers">`, so that the browser asks for none of it.
 */
export const handedAnswersSchema = v.array(
  v.object({
    path: v.string(),
    /** What was sent, without what depends on who asks: `handedBody`. */
    body: v.string(),
    result: v.looseObject({ code: v.number() }),
  }),
);
export type HandedAnswer = v.InferOutput<typeof handedAnswersSchema>[number];

/** The part of a call's body by which its answer is found. */
export function handedBody(body: { readonly data?: unknown; readonly srvc?: unknown }): string {
  return JSON.stringify([body.data, body.srvc ?? null]);
}
