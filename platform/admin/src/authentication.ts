import { networkOf } from '@tallystick/guard/network';
import { consoleHeader } from '@tallystick/registry/contract/admin-api';
import { type OrRefusal, type Refusal, refusal } from '@tallystick/registry/contract/problem';
import type { Actor } from '@tallystick/registry/contract/tokens';
import type { Access } from '@tallystick/registry/registry';
import type { FastifyRequest } from 'fastify';
import type { ConsoleSessions } from './console-sessions.ts';

export type Authentication = ReturnType<typeof openAuthentication>;

interface AuthenticationParts {
  access: Access;
  sessions: ConsoleSessions;
  /** Where browsers reach the console. */
  origins: readonly string[];
}

/** Finds out who is asking. */
export function openAuthentication({ access, sessions, origins }: AuthenticationParts) {
  /** Finds the actor of a token's secret. Wrong secrets are counted by network. */
  async function check(secret: string, { ip }: FastifyRequest): Promise<OrRefusal<Actor>> {
    const network = networkOf(ip);
    // A good token never waits for wrong ones from the same network.
    const wait = access.knows(secret) ? 0 : await access.wrongTokens.wait(network);
    if (wait > 0) {
      return refusal('limited', `Too many wrong tokens came from here. Try again in ${wait} s.`);
    }
    const actor = await access.authenticate(secret);
    if (actor !== null) return { ok: true, value: actor };
    // One that this process alone could note still counts here.
    await access.wrongTokens.count(network).catch(() => {});
    return notGood(access.endedAt(secret));
  }

  /** What is wrong with a request that a browser could have been made to send, or null. */
  function forgery({ headers }: FastifyRequest): Refusal | null {
    const ours = headers.origin !== undefined && origins.includes(headers.origin);
    if (ours && headers[consoleHeader] === '1') return null;
    return refusal('forbidden', `This needs the header ${consoleHeader} and the console's origin.`);
  }

  /**
   * The credential of a request, if this process has found it valid before. It may have ended since, which only
   * `identify` finds out. Here it only says under which name the request is counted.
   */
  function knownCredential({ headers }: FastifyRequest): string | null {
    const { authorization, cookie } = headers;
    if (authorization === undefined) return sessions.known(cookie);
    const secret = secretIn(authorization);
    return secret !== undefined && access.knows(secret) ? secret : null;
  }

  /** Finds who sent a request, from its bearer token or the console's cookie. */
  async function identify(request: FastifyRequest): Promise<OrRefusal<Actor>> {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined) {
      const secret = secretIn(authorization);
      return secret === undefined
        ? refusal('unauthorized', 'The header authorization must be: Bearer <token>.')
        : await check(secret, request);
    }
    const tokenId = await sessions.tokenOf(cookie);
    const actor = tokenId === null ? null : await access.actorOf(tokenId);
    if (actor === null) return refusal('unauthorized', 'This needs a token, or a session by one.');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    return (reads ? null : forgery(request)) ?? { ok: true, value: actor };
  }

  return { identify, check, forgery, knownCredential };
}

/** @param endedAt when the token expired (ISO 8601); null: nothing is known of it, or not to be told */
function notGood(endedAt: string | null): Refusal {
  if (endedAt === null) {
    return refusal('unauthorized', 'The token is unknown, revoked or expired.');
  }
  const [day = '', time = ''] = endedAt.split('T');
  const problem = `This token ended at ${time.slice(0, 5)} UTC on ${day}.`;
  return refusal(
    'unauthorized',
    problem,
    'A manager makes another: token create. A run gets its own: token exchange.',
  );
}

const secretIn = (authorization: string) =>
  /^bearer +([\x21-\x7e]{1,500})$/i.exec(authorization)?.[1];
