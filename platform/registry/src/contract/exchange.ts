import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import type { Route } from './route.ts';
import { made, post } from './routes/parts.ts';
import { timeSchema } from './scalars.ts';
import { otherAppsSchema, rightSchema } from './tokens.ts';

/** A token of minutes, for a run of a pipeline. */
export const exchangedSchema = v.object({
  secret: v.string(),
  name: v.string(),
  app: appNameSchema,
  others: otherAppsSchema,
  may: rightSchema,
  expiresAt: timeSchema,
});
export type Exchanged = v.InferOutput<typeof exchangedSchema>;

/** What a command asks that has an ID token and no other; a registry need not have it. */
export const exchangeRoute = {
  ...post,
  ...made,
  path: '/v1/exchange',
  about: "Changes an ID token of a pipeline's run, once, for a token of 15 minutes.",
  /** `app`: for that one alone. It may be left out where no two trusts for other apps fit the token. */
  body: v.object({
    idToken: v.pipe(v.string(), v.maxLength(16_384)),
    app: v.optional(appNameSchema),
  }),
  answer: exchangedSchema,
  refusals: ['unauthorized', 'forbidden'],
  access: 'open',
} satisfies Route;
