import * as v from 'valibot';

/**
 * What a site's API answered while the site server rendered a page: each call by its path and body, and its result.
 * Inlined as `<script type="application/json" id="answers">`, so that the browser asks for none of it.
 */
export const handedAnswersSchema = v.array(
  v.object({
    path: v.string(),
    /** The key by which the page finds the answer: what was sent, as the site writes it. */
    body: v.string(),
    /** The JSON object that was answered, with the HTTP status as `code`. */
    result: v.looseObject({ code: v.number() }),
  }),
);
export type HandedAnswer = v.InferOutput<typeof handedAnswersSchema>[number];
