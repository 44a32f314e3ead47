export declare const activityRanges: readonly ['7', '30', '90', '365', 'all'];
export type ActivityRange = (typeof activityRanges)[number];
