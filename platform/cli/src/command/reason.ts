import { longestReason, reasonSchema } from '@tallystick/registry/contract/channel';
import * as v from 'valibot';
import { fail } from '../outcome.ts';
import type { Given } from './verb.ts';

/** Ends the command, before it asks anything, if its reason is no good or there will be none. */
export function requireReason(given: Given): void {
  if (!given.flag('dry-run')) writtenReason(given);
}

/** The reason that was written, or null if a person can be asked for it. */
export function writtenReason(given: Given): string | null {
  const written = given.text('reason')?.trim();
  if (written !== undefined) return checked(written);
  if (given.io.ask !== null && !given.json) return null;
  return fail('usage', 'A reason is missing.', 'Add --reason "why": it stands in history.');
}

/** The reason that was written, or that a person says now; without one nothing is done. */
export async function reasonFor(given: Given): Promise<string> {
  return writtenReason(given) ?? (await askReason(given));
}

/** The reason that a person says now. */
export async function askReason(given: Given): Promise<string> {
  const said = (await given.io.ask?.('Why? (it stands in history; nothing: leave it) '))?.trim();
  return said ? checked(said) : fail('invalid', 'Nothing was changed.');
}

function checked(reason: string): string {
  if (v.is(reasonSchema, reason)) return reason;
  return fail('usage', `A reason is one line of 3 to ${longestReason} characters.`);
}
