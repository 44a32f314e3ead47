import { type PreviewTarget, previewTicketSchema } from '@tallystick/registry/contract/admin-api';
import { boardSchema } from '@tallystick/registry/contract/board';
import { type Change, revisionSchema } from '@tallystick/registry/contract/channel';
import {
  auditEntrySchema,
  buildSummarySchema,
  historyPageSchema,
  lockSchema,
  verificationSchema,
} from '@tallystick/registry/contract/history';
import {
  actorSchema,
  madeTokenSchema,
  type NewToken,
  tokenSchema,
} from '@tallystick/registry/contract/tokens';
import { channelNameSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import type { Answer } from './answer.ts';
import { type Call, call, nothing } from './call.ts';

/** The admin API, as the console uses it. */
export type Admin = ReturnType<typeof openAdmin>;

type Signal = AbortSignal | undefined;

export interface HistoryQuery {
  app: string | null;
  /** Revisions before this one. */
  before: number | null;
  limit: number;
}

/** How many entries of the audit chain one call brings. */
export const auditPage = 50;

/**
 * @param onEnded is called when a call that needs a session finds it ended
 */
export function openAdmin(onEnded: () => void) {
  async function signedIn<S extends v.GenericSchema>(
    request: Call<S>,
  ): Promise<Answer<v.InferOutput<S>>> {
    const answer = await call(request);
    if (!answer.ok && answer.code === 'unauthorized') onEnded();
    return answer;
  }
  const get = <S extends v.GenericSchema>(path: string, answer: S, signal?: Signal) =>
    signedIn({ method: 'GET', path, answer, signal });
  const post = <S extends v.GenericSchema>(
    path: string,
    body: unknown,
    answer: S,
    more: Pick<Call<S>, 'expected' | 'signal'> = {},
  ) => signedIn({ method: 'POST', path, body, answer, ...more });

  return {
    session: (signal?: Signal) =>
      call({ method: 'GET', path: '/session', answer: actorSchema, signal }),
    signIn: (secret: string) =>
      call({ method: 'POST', path: '/session', body: { secret }, answer: nothing }),
    signOut: () => call({ method: 'DELETE', path: '/session', answer: nothing }),
    channels: (signal?: Signal) => get('/channels', v.array(channelNameSchema), signal),
    board: (channel: string, signal?: Signal) => get(`/channels/${channel}`, boardSchema, signal),
    builds: (app: string | null, signal?: Signal) =>
      get(app === null ? '/builds' : `/builds?app=${app}`, v.array(buildSummarySchema), signal),
    /** What the change would append. */
    preview: (channel: string, change: Change, signal?: Signal) =>
      post(`/channels/${channel}/preview`, change, revisionSchema, { signal }),
    /** @param expected the revision that the change was made for */
    change: (channel: string, expected: number, change: Change) =>
      post(`/channels/${channel}/revisions`, change, revisionSchema, { expected }),
    history: (channel: string, page: HistoryQuery, signal?: Signal) =>
      get(`/channels/${channel}/revisions?${queryOf(page)}`, historyPageSchema, signal),
    lock: (channel: string, app: string, reason: string) => {
      const path = `/channels/${channel}/locks/${app}`;
      return signedIn({ method: 'PUT', path, body: { reason }, answer: lockSchema });
    },
    unlock: (channel: string, app: string, reason: string) => {
      const path = `/channels/${channel}/locks/${app}`;
      return signedIn({ method: 'DELETE', path, body: { reason }, answer: nothing });
    },
    openPreview: (target: PreviewTarget) => post('/previews', target, previewTicketSchema),
    tokens: (signal?: Signal) => get('/tokens', v.array(tokenSchema), signal),
    createToken: (token: NewToken) => post('/tokens', token, madeTokenSchema),
    revokeToken: (id: string) => {
      const path = `/tokens/${encodeURIComponent(id)}`;
      return signedIn({ method: 'DELETE', path, answer: tokenSchema });
    },
    audit: (before: number | null, signal?: Signal) => {
      const query = queryOf({ app: null, before, limit: auditPage });
      return get(`/audit?${query}`, v.array(auditEntrySchema), signal);
    },
    verify: () => get('/verify', verificationSchema),
  };
}

function queryOf({ app, before, limit }: HistoryQuery): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== null) query.set('before', String(before));
  if (app !== null) query.set('app', app);
  return query.toString();
}
