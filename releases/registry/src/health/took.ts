// How long loads took, kept as counts in steps of a fifth more each (2 to the power of a quarter).

const perDoubling = 4;
const lastStep = 80;

/** The step of a time in milliseconds. */
export function stepOf(took: number): number {
  if (took <= 1) return 0;
  return Math.min(lastStep, Math.round(Math.log2(took) * perDoubling));
}

/** The time, in milliseconds, that a share of loads does not exceed; null without loads. */
export function timeOf(
  steps: readonly { step: number; loads: number }[],
  share: number,
): number | null {
  const all = steps.reduce((sum, { loads }) => sum + loads, 0);
  let below = 0;
  for (const { step, loads } of [...steps].sort((one, other) => one.step - other.step)) {
    below += loads;
    if (below >= all * share) return Math.round(2 ** (step / perDoubling));
  }
  return null;
}
