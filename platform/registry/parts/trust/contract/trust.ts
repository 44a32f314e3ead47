import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { lineSchema, timeSchema } from '../../../src/contract/scalars.ts';
import { otherAppsSchema, rightSchema } from '../../../src/contract/tokens.ts';
import { callerProblem } from './caller-claims.ts';

const claimName = v.pipe(v.string(), v.regex(/^[\w./:-]{1,100}$/, 'is not the name of a claim'));
const claimValue = v.pipe(
  lineSchema,
  v.minLength(1, 'must not be empty'),
  v.maxLength(300),
  v.regex(/^[^*]*[^*/:][/:]\*$|^[^*]+$/, 'may hold * only at its end, after a / or a :'),
);

/** Claims that a token must have, each with just this value; `refs/heads/release/*` stands for what begins so. */
export const claimsSchema = v.pipe(
  v.record(claimName, claimValue),
  v.check(
    (claims) => callerProblem(claims) === null,
    ({ input }) => callerProblem(input) ?? '',
  ),
);

/** A trust that a manager sets: runs whose issuer states these claims may do `may` to one app, or to those of a team. */
export const newTrustSchema = v.object({
  app: appNameSchema,
  others: otherAppsSchema,
  issuer: v.pipe(lineSchema, v.maxLength(300)),
  claims: claimsSchema,
  may: v.optional(rightSchema, 'publish'),
});
export type NewTrust = v.InferOutput<typeof newTrustSchema>;

export const trustSchema = v.object({
  id: v.string(),
  ...newTrustSchema.entries,
  // The rules for claims of new trusts do not apply, since they must not invalidate trusts in the audit log.
  claims: v.record(v.string(), v.string()),
  createdAt: timeSchema,
  createdBy: v.string(),
});
export type Trust = v.InferOutput<typeof trustSchema>;

/** A trust as it is listed; `problem`: why no run is trusted by it, although a manager once said so. */
export const listedTrustSchema = v.object({
  ...trustSchema.entries,
  problem: v.exactOptional(v.string()),
});
export type ListedTrust = v.InferOutput<typeof listedTrustSchema>;

/** Why a trust is not honoured that was given before there was the rule, or null. */
export function trustProblem({ claims }: Pick<Trust, 'claims'>): string | null {
  const problem = callerProblem(claims);
  return problem === null
    ? null
    : `Its claims ${problem}. No run is trusted by it: withdraw it, and trust anew.`;
}

/** A trust that was just added; `note`: what a manager should know of the issuer's address. */
export const addedTrustSchema = v.object({ trust: trustSchema, note: v.nullable(v.string()) });
