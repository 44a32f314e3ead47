import { type OrRefusal, refusal } from '@tallystick/registry/contract/problem';
import type { FastifyRequest } from 'fastify';

/** The revision as an ETag. */
export const etag = (revision: number) => `"${revision}"`;

/** The revision that a change was made for, by its `If-Match`. */
export function revisionOf({ headers }: FastifyRequest): OrRefusal<number> {
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined) {
    const problem = 'If-Match is missing: the revision that this change was made for.';
    return refusal('unguarded', problem);
  }
  const expected = /^"(\d{1,15})"$/.exec(ifMatch)?.[1];
  return expected === undefined
    ? refusal('invalid', 'If-Match must be one revision, such as "12".')
    : { ok: true, value: Number(expected) };
}
