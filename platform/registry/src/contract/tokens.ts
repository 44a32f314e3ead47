import { appNameSchema, channelNameSchema } from '@tallystick/contract/release';
import { visible } from '@tallystick/contract/visible';
import * as v from 'valibot';
import { verifiedOriginSchema } from './provenance.ts';
import { lineSchema, timeSchema } from './scalars.ts';

/** The channels that it may change; absent: all. */
const channelsSchema = v.exactOptional(
  v.pipe(v.array(channelNameSchema), v.minLength(1), v.maxLength(20)),
);

const managerSchema = v.object({ kind: v.literal('manager'), channels: channelsSchema });
/** Further apps beside `app`, of the same team. A version before this one reads `app` alone. */
export const otherAppsSchema = v.exactOptional(
  v.pipe(v.array(appNameSchema), v.minLength(1), v.maxLength(50)),
);

const publisherSchema = v.object({
  kind: v.literal('publisher'),
  app: appNameSchema,
  others: otherAppsSchema,
  channels: channelsSchema,
});
/**
 * A manager may do everything; a publisher may publish and move the builds of its apps. One of some channels moves builds
 * there alone, and does nothing that is of no channel but to publish.
 */
export const scopeSchema = v.variant('kind', [managerSchema, publisherSchema]);
export type Scope = v.InferOutput<typeof scopeSchema>;

/** All apps that something is for, the first one first. */
export function appsOf({
  app,
  others = [],
}: {
  app: string;
  others?: readonly string[];
}): string[] {
  return [...new Set([app, ...others])];
}

/** What a publisher may do to its apps; each includes those before it. */
export const rights = ['preview', 'publish', 'promote'] as const;
export const rightSchema = v.picklist(rights);
export type Right = v.InferOutput<typeof rightSchema>;

/** It is for emergencies, such as an identity provider that is down: whoever uses it is told of to everybody. */
const breakGlassSchema = v.exactOptional(v.literal(true));

/** A token as it may be shown: never its secret. */
export const tokenSchema = v.object({
  id: v.string(),
  name: v.string(),
  scope: scopeSchema,
  breakGlass: breakGlassSchema,
  createdAt: timeSchema,
  createdBy: v.string(),
  expiresAt: timeSchema,
  revokedAt: v.nullable(timeSchema),
  lastUsedAt: v.nullable(timeSchema),
});
export type Token = v.InferOutput<typeof tokenSchema>;

/** Who does what the registry does by itself; no token has this id or name. */
export const theRegistry = { tokenId: 'registry', name: 'the registry' };

/** `days`: how long it is good, at most a year; absent: 90. `name` is who acts, as history has it. */
export const newTokenSchema = v.object({
  name: v.pipe(
    lineSchema,
    v.minLength(1),
    v.maxLength(100),
    v.check((name) => visible(name) === name, 'holds characters that are not seen'),
    v.check(
      (name) => name.toLowerCase() !== theRegistry.name,
      'is the name of the registry itself',
    ),
  ),
  scope: scopeSchema,
  breakGlass: breakGlassSchema,
  days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366)), 90),
});
export type NewToken = v.InferOutput<typeof newTokenSchema>;

/** Answer to a new token: the only time that the secret is seen. */
export const madeTokenSchema = v.object({ token: tokenSchema, secret: v.string() });

/**
 * What somebody may do now, by a token or as a person. A viewer only reads. With `administers: false` a manager does not
 * say who may do what; without it, as tokens are, it is an administrator. `may` is absent where a publisher may do all.
 */
const actorScopeSchema = v.variant('kind', [
  v.object({ kind: v.literal('viewer') }),
  v.object({ ...managerSchema.entries, administers: v.exactOptional(v.literal(false)) }),
  v.object({ ...publisherSchema.entries, may: v.exactOptional(rightSchema) }),
]);

/** A person whom the identity provider knows; `subject` stays the same, whatever their name is. */
export const personSchema = v.object({ subject: v.string(), email: v.exactOptional(v.string()) });
export type Person = v.InferOutput<typeof personSchema>;

/**
 * Who is asking. `person`: by a sign-in, of which `tokenId` names the session. `verified`: the run of a pipeline that asks,
 * by a token that was exchanged by a `trust`.
 */
export const actorSchema = v.object({
  tokenId: v.string(),
  name: v.string(),
  scope: actorScopeSchema,
  verified: v.exactOptional(verifiedOriginSchema),
  trust: v.exactOptional(v.string()),
  person: v.exactOptional(personSchema),
  breakGlass: breakGlassSchema,
});
export type Actor = v.InferOutput<typeof actorSchema>;

/** The channels that somebody may change; undefined: all, as far as they may change any. */
export const channelsOf = (scope: Actor['scope']): readonly string[] | undefined =>
  scope.kind === 'viewer' ? undefined : scope.channels;

/** The apps of which somebody may do more than read; null: all. */
export function ownApps(scope: Actor['scope']): string[] | null {
  if (scope.kind === 'manager') return null;
  return scope.kind === 'viewer' ? [] : appsOf(scope);
}

/** Whether somebody may do this much to an app. */
export function allows({ scope }: Pick<Actor, 'scope'>, app: string, right: Right): boolean {
  if (scope.kind === 'manager') return true;
  if (scope.kind === 'viewer') return false;
  const { may = 'promote' } = scope;
  return appsOf(scope).includes(app) && rights.indexOf(may) >= rights.indexOf(right);
}
