import { type Failure, failure, type OrFailure } from '../outcome.ts';
import type { Given } from './verb.ts';

const minLength = 3;
const maxLength = 500;

/** What is wrong with the reason that was written, or with there being none; else null. */
export function reasonProblem(given: Given): Failure | null {
  const written = given.flag('dry-run') ? null : writtenReason(given);
  return written?.ok === false ? written : null;
}

/** The reason that was written, or null if a person can be asked for it. */
function writtenReason(given: Given): OrFailure<string> | null {
  const written = given.text('reason')?.trim();
  if (written !== undefined) return checked(written);
  if (given.io.ask !== null && !given.json) return null;
  return failure('usage', 'A reason is missing.', 'Add --reason "why": it stands in history.');
}

/** The reason that was written, or that a person says now; without one nothing is done. */
export async function reasonFor(given: Given): Promise<OrFailure<string>> {
  const written = writtenReason(given);
  if (written !== null) return written;
  const said = (await given.io.ask?.('Why? (it stands in history; nothing: leave it) '))?.trim();
  return said ? checked(said) : failure('invalid', 'Nothing was changed.');
}

function checked(reason: string): OrFailure<string> {
  if (reason.length >= minLength && reason.length <= maxLength) return { ok: true, value: reason };
  return failure('usage', `A reason has from ${minLength} to ${maxLength} letters.`);
}
