/**
 * The scale of bars of these heights, by its top: up to the highest, unless a few stand so far above the others
 * that those could not be told from nothing; then it ends above the others, and the few are cut.
 */
export function scaleOf(counts: readonly number[]) {
  const sorted = counts.filter((count) => count > 0).sort((one, other) => other - one);
  const highest = sorted[0] ?? 1;
  const usual = sorted[Math.ceil(sorted.length / 10)] ?? highest;
  return { highest, top: highest > 4 * usual ? Math.ceil(usual * 1.5) : highest };
}
