import { appNameSchema, buildIdSchema } from '@tallystick/contract/release';
import * as v from 'valibot';

/** What names one build. */
export const buildKeySchema = v.object({ app: appNameSchema, build: buildIdSchema });
export type BuildKey = v.InferOutput<typeof buildKeySchema>;
