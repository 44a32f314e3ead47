import type { Problem, Result } from '@tallystick/contract/result';
import type { Cause } from '@tallystick/registry/contract/cause';
import type { ProblemCode } from '@tallystick/registry/contract/problem';

/**
 * Why there is no answer: a refusal of the registry, `offline` if none came, `unreadable` if what
 * came is not what the contract says.
 */
export type TroubleCode = ProblemCode | 'offline' | 'unreadable';

/** `problem` is the registry's own, where it spoke. */
export interface Trouble extends Problem {
  code: TroubleCode;
  /** What stands in the way, as values, where the registry says it so. */
  cause?: Cause;
}

/** Troubles that pass: what was asked may be asked again. */
export const passing: ReadonlySet<TroubleCode> = new Set(['offline', 'unavailable', 'limited']);

/** What a call to the admin API came to. It never rejects, but for an abort. */
export type Answer<T> = Result<T, Trouble>;
