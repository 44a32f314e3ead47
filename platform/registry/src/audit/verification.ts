import { asBatch } from '@tallystick/store/caller';
import { singleFlight } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import type { Verification } from '../contract/history.ts';
import { unlessManager } from '../refusals.ts';
import type { Audit } from '../registry.ts';

/** How long what was found is told again, in milliseconds. */
const life = 60_000;

/**
 * What managers are told who ask by calls, however many do: all is read once at a time, and told for a minute. It is
 * the store's batch work, so whatever else is asked of the store goes first.
 */
export function openVerification(
  { now }: Pick<Context, 'now'>,
  examine: () => Promise<Verification>,
): Pick<Audit, 'verification'> {
  let kept: { at: string; endedAt: number; found: Verification } | null = null;

  const read = singleFlight(async () => {
    const at = new Date(now()).toISOString();
    const found = await asBatch(examine);
    kept = { at, endedAt: now(), found };
    return kept;
  });

  return {
    verification: async (actor) => {
      const mayNot = unlessManager(actor, 'have all that is kept verified');
      if (mayNot) return mayNot;
      const age = now() - (kept?.endedAt ?? 0);
      const { at, found } = kept !== null && age >= 0 && age < life ? kept : await read();
      return { ok: true, value: { ...found, at } };
    },
  };
}
