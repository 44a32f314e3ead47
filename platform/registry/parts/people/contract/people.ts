import * as v from 'valibot';
import { timeSchema } from '../../../src/contract/scalars.ts';
import { actorSchema, personSchema } from '../../../src/contract/tokens.ts';

/** How people sign in here; null: by tokens alone. */
export const signInWaySchema = v.object({ issuer: v.nullable(v.string()) });

/** Where a browser goes to sign in, and the state that it must come back with. */
export const begunSignInSchema = v.object({ url: v.string(), state: v.string() });
export type BegunSignIn = v.InferOutput<typeof begunSignInSchema>;

/** The sign-in of a device: a person opens the address and confirms the code. Times in seconds. */
export const begunDeviceSchema = v.object({
  handle: v.string(),
  userCode: v.string(),
  url: v.string(),
  /** The address with the code in it, where the provider has one. */
  urlWithCode: v.nullable(v.string()),
  interval: v.number(),
  expiresIn: v.number(),
});
export type BegunDevice = v.InferOutput<typeof begunDeviceSchema>;

/** Somebody who is signed in, as administrators and they themselves see it. */
export const sessionSchema = v.object({
  id: v.string(),
  name: v.string(),
  person: personSchema,
  scope: actorSchema.entries.scope,
  at: v.picklist(['console', 'command']),
  createdAt: timeSchema,
  seenAt: timeSchema,
  endsAt: timeSchema,
});
export type Session = v.InferOutput<typeof sessionSchema>;

/** What came of a device's sign-in so far; the secret is in this answer and in no other. */
export const deviceAnswerSchema = v.variant('state', [
  v.object({ state: v.literal('waiting'), slower: v.boolean() }),
  v.object({ state: v.literal('signed-in'), secret: v.string(), session: sessionSchema }),
]);
export type DeviceAnswer = v.InferOutput<typeof deviceAnswerSchema>;
