import { revisionNumberSchema } from '@tallystick/contract/release';
import { settingValuesSchema } from '@tallystick/contract/setting-values';
import * as v from 'valibot';
import { percentSchema } from './scalars.ts';

/** Most characters of what is set of one app, as JSON: all of it stands in each page of its channel. */
export const maxValues = 4_000;

/** What is set of an app's settings in a channel. */
export const appValuesSchema = v.object({
  /** For all browsers, by name; what is not in it has the default of the build that runs. */
  values: settingValuesSchema,
  /** What a share of browsers has in place of some of them: the same browsers as get a canary of that share. */
  share: v.exactOptional(v.object({ percent: percentSchema, values: settingValuesSchema })),
  /** The revision that open tabs are to take at once; absent: they take it at their next navigation. */
  now: v.exactOptional(revisionNumberSchema),
});
export type AppValues = v.InferOutput<typeof appValuesSchema>;
