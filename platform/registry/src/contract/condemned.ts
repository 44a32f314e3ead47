import { revisionNumberSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from './build-key.ts';
import { percentSchema, timeSchema } from './scalars.ts';

const entries = {
  ...buildKeySchema.entries,
  /** The revision that condemned it: when, by whom, and why. */
  revision: revisionNumberSchema,
  at: timeSchema,
  by: v.string(),
  reason: v.string(),
};

/**
 * A build that nobody ships in a channel until a manager resumes it, whatever else is shipped
 * meanwhile. It is no fallback, and no rollback goes to it.
 * - `paused`: it failed as a canary, and the registry took it from all browsers; `percent`: the share it had;
 * - `rolled-back`: it failed as the live build, and the registry went back by itself;
 * - `recalled`: open tabs had to leave it at once, by a person or by the registry;
 * - `undone`: somebody undid the revision that shipped it; this alone ends by shipping the build by its name.
 */
export const condemnedSchema = v.variant('why', [
  v.object({ why: v.literal('paused'), ...entries, percent: percentSchema }),
  v.object({ why: v.literal('rolled-back'), ...entries }),
  v.object({ why: v.literal('recalled'), ...entries }),
  v.object({ why: v.literal('undone'), ...entries }),
]);
export type Condemned = v.InferOutput<typeof condemnedSchema>;

/** What condemned a build of an app; undefined: nothing has, or it was resumed. */
export function condemnedAs(
  condemned: readonly Condemned[],
  app: string,
  build: string | undefined | null,
): Condemned | undefined {
  return condemned.find((one) => one.app === app && one.build === build);
}
