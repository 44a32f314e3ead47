/** Ranges that the pages offer, in days; `all` is from the first transfer on. */
export const activityRanges = ['7', '30', '90', '365', 'all'] as const;
export type ActivityRange = (typeof activityRanges)[number];
