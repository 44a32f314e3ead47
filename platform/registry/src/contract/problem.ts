import { readJson } from '@tallystick/contract/http/ask-json';
import type { Problem, Result } from '@tallystick/contract/result';
import * as v from 'valibot';
import { type Cause, causeSchema, problemOf } from './cause.ts';

/** Codes of what can be wrong with a request to the registry, and their HTTP status. */
export const problemStatus = {
  /** The request is not well formed; `problem` says where. */
  invalid: 400,
  /** No token, or one that is unknown, revoked or expired. */
  unauthorized: 401,
  /** The token is good, but not for this. */
  forbidden: 403,
  /** No such app, build, channel, revision or token. */
  unknown: 404,
  /** No call has this address, or none of this version and with these parts. */
  'no-call': 404,
  /** The build id is taken by another content. */
  taken: 409,
  /** A rollback that does not say whether the live build is meant or its canary; `cause` names both. */
  ambiguous: 409,
  /** The channel asks for a second person: the change was put down, and somebody else approves it. */
  waiting: 409,
  /** The channel has moved on since `expected`. */
  moved: 412,
  /** The body, or a build, is too large. */
  oversize: 413,
  /** The build does not fit what is live: a route of another app, a singleton of another version, files missing. */
  unfit: 422,
  /** Somebody has locked the app; `cause` says who and why. */
  locked: 423,
  /** The build was taken back, and no manager has resumed it; `cause` says by whom and why. */
  condemned: 423,
  /** A change that does not say which revision it was made for (`If-Match`). */
  unguarded: 428,
  /** Too many wrong tokens from this address, or too many drafts. */
  limited: 429,
  /** What the registry keeps cannot be read any more, or something else changed it. */
  damaged: 500,
  /** The registry is unavailable right now. */
  unavailable: 503,
} as const;
export type ProblemCode = keyof typeof problemStatus;

/** A refusal: `problem` is one line for a person, `next` what to do, `cause` the same as values, where there are any. */
export interface Refusal<C extends string = ProblemCode> extends Problem {
  code: C;
  /** A sentence, by the words of the release command; absent: `problem` or `cause` says it. */
  next?: string;
  cause?: Cause;
}

/** Success with its value, or a refusal that the caller can act on. */
export type OrRefusal<T, C extends string = ProblemCode> = Result<T, Refusal<C>>;

export function refusal<C extends string = ProblemCode>(
  code: C,
  problem: string,
  next?: string,
): Refusal<C> {
  return { ok: false, code, problem, ...(next !== undefined && { next }) };
}

/** The answer at an address that no call has. */
export const noSuchCall = refusal('no-call', 'This call does not exist.');

/** What stands in the way, as a refusal. */
export function refusedFor<C extends Cause>(cause: C): Refusal<C['code']> {
  return { ok: false, code: cause.code, problem: problemOf(cause), cause };
}

const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problemStatus, code);

/** The code of an error of which only the status is known. */
export function codeOfStatus(status: number): ProblemCode {
  if (status >= 500) return 'unavailable';
  return ofStatus[status] ?? 'invalid';
}

const ofStatus: Readonly<Record<number, ProblemCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'unknown',
  413: 'oversize',
  429: 'limited',
};

/** Body of every refusal. */
export const anyRefusalSchema = v.object({
  code: v.picklist(Object.keys(problemStatus).filter(isProblemCode)),
  error: v.string(),
  /** What to do, by the words of the release command. */
  next: v.exactOptional(v.string()),
  /** The values of the line, where there are any. */
  cause: v.exactOptional(causeSchema),
});

/**
 * Reads the body of an answer that is no success; null: it is no refusal. A code of a server of another version may be
 * unknown here: then the status says what kind it is.
 *
 * @param reviver as `JSON.parse` takes it
 */
export function readRefusal(
  status: number,
  text: string,
  reviver?: Parameters<typeof readJson>[2],
): Refusal | null {
  const read = readJson(text, saidSchema, reviver);
  if (!read.ok) return null;
  const { code, error, next, cause } = read.value;
  const known = isProblemCode(code) ? code : codeOfStatus(status);
  return { ...refusal(known, error, next), ...(cause && { cause }) };
}

const saidSchema = v.object({
  ...anyRefusalSchema.entries,
  // Limits of a server of before have the status as their code.
  code: v.union([v.string(), v.number()]),
  cause: v.fallback(v.optional(causeSchema), undefined),
});
