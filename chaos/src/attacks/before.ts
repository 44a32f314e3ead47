import type { Measured } from './run/judge-attack.ts';

/** Where `before` was measured. */
export const beforeCommit = '586dc63';

/** What attacks got and cost there, for comparison. */
export const before: Measured = {};
