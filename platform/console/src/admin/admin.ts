import type { NewSettings } from '@tallystick/registry/contract/app-settings';
import type { AuditQuery } from '@tallystick/registry/contract/audit-filter';
import type { NamedChange } from '@tallystick/registry/contract/change-request';
import type { RequestOf, Route } from '@tallystick/registry/contract/route';
import { routes } from '@tallystick/registry/contract/routes';
import type { NewToken } from '@tallystick/registry/contract/tokens';
import type * as v from 'valibot';
import type { Answer } from './answer.ts';
import { call } from './call.ts';

type Signal = AbortSignal;

/** The admin API, as the console uses it; the contract's routes say what each call answers. */
export type Admin = ReturnType<typeof openAdmin>;

export interface HistoryQuery {
  app: string | null;
  /** Revisions before this one. */
  before: number | null;
  limit: number;
}

/** A change that is only looked at: without an answer there is nothing to look for. */
const look = { ...routes.requestChange, changesNothing: true } satisfies Route;

/** How many entries of the audit log one call brings. */
export const auditPage = 50;

/**
 * @param onEnded is called when a call that needs a session finds it ended
 */
export function openAdmin(onEnded: () => void) {
  async function signedIn<R extends Route>(
    route: R,
    given: RequestOf<R>,
    signal?: Signal,
  ): Promise<Answer<v.InferOutput<R['answer']>>> {
    const answer = await call(route, given, signal);
    if (!answer.ok && answer.code === 'unauthorized') onEnded();
    return answer;
  }

  return {
    /** Any other call, such as one that a part of the registry brings. */
    ask: signedIn,
    session: (signal?: Signal) => call(routes.session, {}, signal),
    signIn: (secret: string) => call(routes.signIn, { body: { secret } }),
    signOut: () => call(routes.signOut, {}),
    channels: (signal?: Signal) => signedIn(routes.channels, {}, signal),
    board: (channel: string, signal?: Signal) =>
      signedIn(routes.board, { params: { channel } }, signal),
    slots: (channel: string, signal?: Signal) =>
      signedIn(routes.slots, { params: { channel } }, signal),
    builds: (app: string | null, signal?: Signal) =>
      signedIn(routes.builds, { query: { app: app ?? undefined } }, signal),
    /** What the change would append. */
    preview: (channel: string, change: NamedChange, signal?: Signal) =>
      signedIn(look, { params: { channel }, body: { change, dryRun: true } }, signal),
    /** `seen`: the newest revision as the change was looked at. */
    change: (channel: string, change: NamedChange, seen: number) =>
      signedIn(routes.requestChange, { params: { channel }, body: { change, seen } }),
    openings: (channel: string, signal?: Signal) =>
      signedIn(routes.openings, { params: { channel } }, signal),
    history: (channel: string, { app, before, limit }: HistoryQuery, signal?: Signal) =>
      signedIn(
        routes.history,
        {
          params: { channel },
          query: { limit: String(limit), before: before?.toString(), app: app ?? undefined },
        },
        signal,
      ),
    /** `until`: when it ends by itself, which a freeze has to say. */
    lock: (channel: string, app: string, reason: string, until?: string) =>
      signedIn(routes.lock, {
        params: { channel, app },
        body: { reason, ...(until !== undefined && { until }) },
      }),
    unlock: (channel: string, app: string, reason: string) =>
      signedIn(routes.unlock, { params: { channel, app }, body: { reason } }),
    settings: (app: string, signal?: Signal) =>
      signedIn(routes.settings, { params: { app } }, signal),
    /** `expected`: the revision of the settings that the change was made for. */
    changeSettings: (app: string, expected: number, body: NewSettings) =>
      signedIn(routes.changeSettings, { params: { app }, body, expected }),
    tokens: (signal?: Signal) => signedIn(routes.tokens, {}, signal),
    createToken: (token: NewToken) => signedIn(routes.createToken, { body: token }),
    revokeToken: (id: string) => signedIn(routes.revokeToken, { params: { id } }),
    audit: (filter: AuditQuery, before: number | null, signal?: Signal) =>
      signedIn(
        routes.audit,
        { query: { ...filter, limit: String(auditPage), before: before?.toString() } },
        signal,
      ),
    verify: () => signedIn(routes.verify, {}),
  };
}
