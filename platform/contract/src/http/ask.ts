import type { Problem, Result } from '../result.ts';

/**
 * Why a request has no answer.
 * - `unreachable`: there was no connection, so the server knows nothing of the request.
 * - `lost`: it broke off, or `fetch` does not say why, as in browsers. It may have been carried out.
 * - `timed-out`, `aborted`: the time is up, or the caller's signal ended it. It may have been carried out.
 * - `oversize`: the answer has more bytes than the caller takes.
 */
export interface NoAnswer extends Problem {
  code: 'unreachable' | 'lost' | 'timed-out' | 'aborted' | 'oversize';
  /** The system's own code, such as `ECONNREFUSED`; '': there is none. */
  reason: string;
}

/** What `fetch` takes, and a limit. */
export interface Asking extends Omit<RequestInit, 'signal'> {
  /** Milliseconds in which the answer must have come as a whole. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The answer is larger than the caller takes. */
export class Oversize extends Error {}

/**
 * Makes one request, and reads its answer within the same limit of time. It never rejects: what `read` throws is a
 * reason, too.
 */
export async function ask<Read>(
  address: string | URL,
  { timeoutMs, signal, ...init }: Asking,
  read: (response: Response) => Promise<Read>,
): Promise<Result<Read, NoAnswer>> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      ...init,
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    return { ok: true, value: await read(response) };
  } catch (error) {
    const reason = reasonOf(error);
    if (signal?.aborted) return { ok: false, code: 'aborted', problem: 'it was given up', reason };
    if (late.aborted || ownLimits.test(reason)) {
      const problem = `no answer within ${timeoutMs / 1_000} s`;
      return { ok: false, code: 'timed-out', problem, reason };
    }
    if (error instanceof Oversize) {
      return { ok: false, code: 'oversize', problem: error.message, reason };
    }
    const code = neverSent.test(reason) ? 'unreachable' : 'lost';
    return { ok: false, code, problem: wordsOf(error), reason };
  }
}

/** Limits of `fetch` in Node. */
const ownLimits = /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/;
/** Codes of failures before anything was sent. */
const neverSent =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UNREACH|CONNECT_TIMEOUT|CERT|UNABLE_TO|ERR_(TLS|SSL)/;

/** Whether the reason is that a server answers at an address of https, and not by https. */
export const answersWithoutTls = (reason: string): boolean =>
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/.test(reason);

/** `fetch` has what happened in the cause of its error alone. */
function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error;
}

function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  return typeof code === 'string' ? code : '';
}

/** Why a request has no answer, in one line; where several addresses were tried, there is a code alone. */
export function wordsOf(error: unknown): string {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return String(cause);
  if (answersWithoutTls(reasonOf(error))) return 'it answers, and not by https: is it http://?';
  return cause.message.split('\n', 1)[0] || reasonOf(error) || cause.name;
}
