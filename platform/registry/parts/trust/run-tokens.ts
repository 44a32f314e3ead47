import { appNameSchema } from '@tallystick/contract/release';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { verifiedOriginSchema } from '../../src/contract/provenance.ts';
import { type Actor, appsOf } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import type { ShortLivedKind } from '../../src/short-lived/kinds.ts';
import type { Writer } from '../../src/store/writes.ts';
import { type Trust, trustProblem } from './contract/trust.ts';
import { trustLog } from './log-view.ts';

/** A token of a run lasts 15 minutes. */
export const runToken: ShortLivedKind = {
  ...{ name: 'run-token', life: 900_000 },
  ...{ ofOwner: 1_000, inAll: 10_000 },
};
const prefix = 'tsx_';
const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    trust: v.string(),
    tokenId: v.string(),
    name: v.string(),
    verified: verifiedOriginSchema,
    /** The one app of its trust for which it is; absent: for all of them. */
    only: v.exactOptional(appNameSchema),
    /** ISO 8601; a version before left it out. */
    expiresAt: v.optional(v.string(), ''),
  }),
);
export type RunToken = v.InferOutput<typeof keptSchema>;

export type RunTokens = ReturnType<typeof openRunTokens>;

/**
 * Release tokens of pipelines' runs, good for minutes. A row says whose run it is and by which trust; what it
 * may do is what the audit log says of that trust now.
 */
export function openRunTokens({
  audit,
  shortLived,
  now,
}: Pick<PartContext, 'audit' | 'shortLived' | 'now'>) {
  /** When each ends that this process has seen to be good; a wrong one waits, docs/decisions/0028. */
  const seen = new LRUCache<string, string>({ max: 1_000 });

  return {
    issue: async (token: RunToken, trx: Writer): Promise<string> => {
      const value = JSON.stringify(token);
      const secret = await shortLived.issue(runToken, value, token.trust, undefined, trx);
      seen.set(`${prefix}${secret}`, token.expiresAt);
      return `${prefix}${secret}`;
    },
    /** Who a secret stands for; null: it is none of these, expired, or its trust was withdrawn. */
    authenticate: async (secret: string): Promise<Actor | null> => {
      if (!secret.startsWith(prefix)) return null;
      const kept = await shortLived.find(runToken, secret.slice(prefix.length));
      if (kept === null) return null;
      const { trust: id, tokenId, name, verified, only, expiresAt } = v.parse(keptSchema, kept);
      const given = trustLog.of(await audit.follow()).get(id);
      if (given === undefined || audit.isDoubtful(given.sequence)) return null;
      if (trustProblem(given.trust) !== null) return null;
      if (only !== undefined && !appsOf(given.trust).includes(only)) return null;
      seen.set(secret, expiresAt);
      const scope = { kind: 'publisher', ...narrowed(given.trust, only) } as const;
      return { tokenId, name, scope, verified, trust: id };
    },
    knows: (secret: string): boolean => seen.has(secret),
    endedAt: (secret: string): string | null => {
      const end = seen.get(secret) ?? '';
      return Date.parse(end) <= now() ? end : null;
    },
  };
}

/** What a trust gives, for all of its apps or for `only` one. */
export function narrowed(
  { app, others, may }: Trust,
  only: string | undefined,
): Pick<Trust, 'app' | 'others' | 'may'> {
  if (only !== undefined) return { app: only, may };
  return { app, ...(others && { others }), may };
}
