import {
  type PreviewTarget,
  type PreviewTicket,
  previewTicketSchema,
} from '@tallystick/registry/contract/admin-api';
import { type Board, boardSchema } from '@tallystick/registry/contract/board';
import { type Change, type Revision, revisionSchema } from '@tallystick/registry/contract/channel';
import {
  type AppLock,
  type AuditEntry,
  auditEntrySchema,
  type BuildSummary,
  buildSummarySchema,
  type HistoryPage,
  historyPageSchema,
  lockSchema,
  type Verification,
  verificationSchema,
} from '@tallystick/registry/contract/history';
import {
  type Actor,
  actorSchema,
  madeTokenSchema,
  type NewToken,
  type Token,
  tokenSchema,
} from '@tallystick/registry/contract/tokens';
import { channelNameSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import type { Answer } from './answer.ts';
import { type Call, call, nothing } from './call.ts';

type Signal = AbortSignal | undefined;

/** The admin API, as the console uses it. */
export interface Admin {
  session(signal?: Signal): Promise<Answer<Actor>>;
  signIn(secret: string): Promise<Answer<null>>;
  signOut(): Promise<Answer<null>>;
  channels(signal?: Signal): Promise<Answer<string[]>>;
  board(channel: string, signal?: Signal): Promise<Answer<Board>>;
  builds(app: string | null, signal?: Signal): Promise<Answer<BuildSummary[]>>;
  /** What the change would append. */
  preview(channel: string, change: Change, signal?: Signal): Promise<Answer<Revision>>;
  /** `expected`: the revision that the change was made for. */
  change(channel: string, expected: number, change: Change): Promise<Answer<Revision>>;
  history(channel: string, page: HistoryQuery, signal?: Signal): Promise<Answer<HistoryPage>>;
  lock(channel: string, app: string, reason: string): Promise<Answer<AppLock>>;
  unlock(channel: string, app: string, reason: string): Promise<Answer<null>>;
  openPreview(target: PreviewTarget): Promise<Answer<PreviewTicket>>;
  tokens(signal?: Signal): Promise<Answer<Token[]>>;
  createToken(token: NewToken): Promise<Answer<{ token: Token; secret: string }>>;
  revokeToken(id: string): Promise<Answer<Token>>;
  audit(before: number | null, signal?: Signal): Promise<Answer<AuditEntry[]>>;
  verify(): Promise<Answer<Verification>>;
}

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
export function openAdmin(onEnded: () => void): Admin {
  async function signedIn<S extends v.GenericSchema>(
    request: Call<S>,
  ): Promise<Answer<v.InferOutput<S>>> {
    const answer = await call(request);
    if (!answer.ok && answer.code === 'unauthorized') onEnded();
    return answer;
  }
  const get = <S extends v.GenericSchema>(path: string, answer: S, signal: Signal) =>
    signedIn({ method: 'GET', path, answer, ...(signal && { signal }) });

  return {
    session: (signal) =>
      call({ method: 'GET', path: '/session', answer: actorSchema, ...(signal && { signal }) }),
    signIn: (secret) =>
      call({ method: 'POST', path: '/session', body: { secret }, answer: nothing }),
    signOut: () => call({ method: 'DELETE', path: '/session', answer: nothing }),
    channels: (signal) => get('/channels', v.array(channelNameSchema), signal),
    board: (channel, signal) => get(`/channels/${channel}`, boardSchema, signal),
    builds: (app, signal) =>
      get(app === null ? '/builds' : `/builds?app=${app}`, v.array(buildSummarySchema), signal),
    preview: (channel, change, signal) =>
      signedIn({
        method: 'POST',
        path: `/channels/${channel}/preview`,
        body: change,
        answer: revisionSchema,
        ...(signal && { signal }),
      }),
    change: (channel, expected, change) =>
      signedIn({
        method: 'POST',
        path: `/channels/${channel}/revisions`,
        body: change,
        expected,
        answer: revisionSchema,
      }),
    history: (channel, page, signal) =>
      get(`/channels/${channel}/revisions?${queryOf(page)}`, historyPageSchema, signal),
    lock: (channel, app, reason) =>
      signedIn({
        method: 'PUT',
        path: `/channels/${channel}/locks/${app}`,
        body: { reason },
        answer: lockSchema,
      }),
    unlock: (channel, app, reason) =>
      signedIn({
        method: 'DELETE',
        path: `/channels/${channel}/locks/${app}`,
        body: { reason },
        answer: nothing,
      }),
    openPreview: (target) =>
      signedIn({ method: 'POST', path: '/previews', body: target, answer: previewTicketSchema }),
    tokens: (signal) => get('/tokens', v.array(tokenSchema), signal),
    createToken: (token) =>
      signedIn({ method: 'POST', path: '/tokens', body: token, answer: madeTokenSchema }),
    revokeToken: (id) =>
      signedIn({
        method: 'DELETE',
        path: `/tokens/${encodeURIComponent(id)}`,
        answer: tokenSchema,
      }),
    audit: (before, signal) =>
      get(
        `/audit?limit=${auditPage}${before === null ? '' : `&before=${before}`}`,
        v.array(auditEntrySchema),
        signal,
      ),
    verify: () => get('/verify', verificationSchema, undefined),
  };
}

function queryOf({ app, before, limit }: HistoryQuery): string {
  const query = new URLSearchParams({ limit: String(limit) });
  if (before !== null) query.set('before', String(before));
  if (app !== null) query.set('app', app);
  return query.toString();
}
