import type { AttackOutcome } from './run/judge-attack.ts';

/** Where `before` was measured. */
export const beforeCommit = '586dc63';

/** What attacks got and cost there, for comparison. */
export const before: Readonly<Record<string, Omit<AttackOutcome, 'name' | 'what'>>> = {};
