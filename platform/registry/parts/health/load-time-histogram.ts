// How long loads took, as a logarithmic histogram: four buckets for each doubling of the time.

const perDoubling = 4;
const lastBucket = 80;

/** The bucket of a time in milliseconds. */
export function bucketOf(took: number): number {
  if (took <= 1) return 0;
  return Math.min(lastBucket, Math.round(Math.log2(took) * perDoubling));
}

/** The time, in milliseconds, that a share of loads does not exceed; null without loads. */
export function quantileOf(
  buckets: readonly { step: number; loads: number }[],
  share: number,
): number | null {
  const all = buckets.reduce((sum, { loads }) => sum + loads, 0);
  let below = 0;
  for (const { step, loads } of [...buckets].sort((one, other) => one.step - other.step)) {
    below += loads;
    if (below >= all * share) return Math.round(2 ** (step / perDoubling));
  }
  return null;
}
