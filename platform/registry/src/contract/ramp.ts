import * as v from 'valibot';

/** Shares of browsers, in percent, each larger than the one before. 100 is all of them: the build becomes live. */
export const sharesSchema = v.pipe(
  v.array(v.pipe(v.number(), v.gtValue(0), v.maxValue(100))),
  v.minLength(1),
  v.maxLength(20),
  v.check(
    (shares) => shares.every((share, at) => share > (shares[at - 1] ?? 0)),
    'each share must be larger than the one before',
  ),
);

/** Shares as somebody writes them, such as `1,5,25,100`; null: they are none, or the first is all browsers already. */
export function sharesIn(text: string): number[] | null {
  const shares = text.split(',').map((share) => Number(share.trim().replace(/ ?%$/, '')));
  return v.is(sharesSchema, shares) && shares[0] !== 100 ? shares : null;
}

/** How a canary goes on by itself: to these shares, one after the other, as far as the figures allow. */
export const rampSchema = v.object({
  /** After the share that it has. */
  steps: sharesSchema,
  /** It goes on only once somebody resumes it. */
  paused: v.exactOptional(v.literal(true)),
});
export type Ramp = v.InferOutput<typeof rampSchema>;

/** What somebody, or the registry, does to a ramp. `skip`: on to its next share without waiting for figures. */
export const rampOrders = ['pause', 'resume', 'skip'] as const;
export type RampOrder = (typeof rampOrders)[number];

/**
 * Why a ramp waits, or that it goes on.
 * - `paused`: by whom and why, where nothing else has happened to the app since.
 * - `early`: it has had its share for too short a time; `until` when that ends.
 * - `few`: too few browsers have had it; `needed` of them are.
 * - `doubt`: it fails more often than the live build, by up to `high` (a share of browsers, 0 to 1).
 * - `ready`: it goes on. `proven`: it is worse by less than the margin; false: it fails no more often than the live build.
 */
export const rampOutlookSchema = v.variant('state', [
  v.object({
    state: v.literal('paused'),
    by: v.exactOptional(v.string()),
    reason: v.exactOptional(v.string()),
  }),
  v.object({ state: v.literal('early'), until: v.string() }),
  v.object({ state: v.literal('few'), browsers: v.number(), needed: v.number() }),
  v.object({ state: v.literal('doubt'), high: v.number() }),
  v.object({ state: v.literal('ready'), proven: v.boolean() }),
]);
export type RampOutlook = v.InferOutput<typeof rampOutlookSchema>;
