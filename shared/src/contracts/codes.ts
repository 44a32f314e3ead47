import * as v from 'valibot';

/** Seconds from now: the clocks of page and service need not agree. */
const secondsSchema = v.pipe(v.number(), v.finite(), v.minValue(0));
const triesSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * `data` of `sandbox/code.create`. `trxn` names the code at the check. The code can be used for
 * `validFor` seconds and `triesLeft` tries. Another one can be asked for after `resendAfter`
 * seconds.
 */
export const codeSentSchema = v.object({
  trxn: v.pipe(v.string(), v.minLength(1)),
  validFor: v.optional(secondsSchema, 300),
  resendAfter: v.optional(secondsSchema, 60),
  triesLeft: v.optional(triesSchema, 5),
});
export type CodeSent = v.InferOutput<typeof codeSentSchema>;

/**
 * What a refusal of the two code calls tells beside `{code, error}`; null where it tells nothing.
 * `retryAfter`: seconds until it makes sense to ask again. `triesLeft`: 0 if the code can never pass
 * any more, whatever the reason.
 */
export const codeRefusalSchema = v.object({
  retryAfter: v.fallback(v.nullish(secondsSchema, null), null),
  triesLeft: v.fallback(v.nullish(triesSchema, null), null),
});
export type CodeRefusal = v.InferOutput<typeof codeRefusalSchema>;
