/** How counts become heights. */
export interface Scale {
  /** Each doubling is as high as the one before. */
  readonly logarithmic: boolean;
  /** The share of the full height, 0 to 1. */
  readonly heightOf: (count: number) => number;
  /** The counts at which a line is drawn, at most two. */
  readonly lines: readonly number[];
}

/** Up to this many times the smallest bar the highest one is drawn in true proportion. */
const trueUpTo = 50;

/** The scale of bars with these counts: true, or logarithmic where the small ones could no longer be seen. */
export function scaleOf(counts: readonly number[]): Scale {
  const present = counts.filter((count) => count > 0);
  const highest = Math.max(1, ...present);
  if (highest <= trueUpTo * Math.min(highest, ...present)) {
    const step = lineStep(highest);
    return {
      logarithmic: false,
      heightOf: (count) => count / highest,
      lines: [step, 2 * step].filter((line) => line <= highest),
    };
  }
  const doublings = (count: number) => 1 + Math.log2(count);
  const power = Math.floor(Math.log10(highest));
  return {
    logarithmic: true,
    heightOf: (count) => (count === 0 ? 0 : doublings(count) / doublings(highest)),
    lines: power === 1 ? [10, 50] : [10 ** Math.floor(power / 2), 10 ** power],
  };
}

/** The largest of 1, 2, 5, 10, 20, 50 … of which two fit below `highest`. */
function lineStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(2, highest) / 2));
  return ([5, 2, 1].find((each) => 2 * each * power <= highest) ?? 1) * power;
}
