import { type ProblemCode, problemStatus } from '@tallystick/registry/contract/problem';
import * as v from 'valibot';
import { type Failure, failure } from '../outcome.ts';
import type { Settings } from '../settings.ts';

/** A call of the admin API. */
export interface AdminCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, or as it is if it is bytes. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type Answer<T> = { ok: true; value: T } | Failure;

/** The admin API, asked by one token. */
export interface AdminClient {
  /** Makes a call and reads its answer; a call that may be repeated is, if nothing answers. */
  call<S extends v.GenericSchema>(
    schema: S,
    path: string,
    call?: AdminCall,
  ): Promise<Answer<v.InferOutput<S>>>;
}

/** Answer of a call that says nothing. */
export const noAnswer = v.null();

const timeLimit = 60_000;
const tries = 3;
const codes = v.fallback(v.picklist(Object.keys(problemStatus).filter(isProblemCode)), 'invalid');
const refusalSchema = v.object({ code: codes, error: v.string() });

/** @param read without settings every call fails as they did */
export function openClient(read: { ok: true; settings: Settings } | Failure): AdminClient {
  if (!read.ok) return { call: async () => read };
  const { url, token } = read.settings;

  async function send(path: string, { method = 'GET', body, headers }: AdminCall) {
    const bytes = body instanceof Uint8Array;
    const type = bytes ? 'application/octet-stream' : 'application/json';
    return await fetch(`${url}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { body: bytes ? new Uint8Array(body) : JSON.stringify(body) }),
      // A token goes to the address that was given, and no further.
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
  }

  return {
    async call(schema, path, call = {}) {
      const mayRepeat = call.method !== 'POST';
      for (let attempt = 1; ; attempt += 1) {
        try {
          const response = await send(path, call);
          const text = await response.text();
          return response.ok ? readAnswer(schema, text, url) : readRefusal(response, text, url);
        } catch (error) {
          if (!mayRepeat || attempt === tries) return unreachable(error, url, mayRepeat);
        }
      }
    },
  };
}

function readAnswer<S extends v.GenericSchema>(
  schema: S,
  text: string,
  url: string,
): Answer<v.InferOutput<S>> {
  const parsed = v.safeParse(schema, text === '' ? null : parseJson(text));
  if (parsed.success) return { ok: true, value: parsed.output };
  const [issue] = parsed.issues;
  const where = v.getDotPath(issue) ?? 'the whole';
  return failure(
    'unreachable',
    `${url} answers otherwise than this command understands (${where}: ${issue.message}).`,
    'Is it the admin API, and of the same version?',
  );
}

function readRefusal({ status }: Response, text: string, url: string): Failure {
  const parsed = v.safeParse(refusalSchema, parseJson(text));
  if (parsed.success) return { ok: false, code: parsed.output.code, problem: parsed.output.error };
  const problem = `${url} answers with status ${status}, and not as the admin API does.`;
  return failure('unreachable', problem, 'Is RELEASE_URL right?');
}

function unreachable(error: unknown, url: string, mayRepeat: boolean): Failure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  if (mayRepeat || reason.includes('ECONNREFUSED')) {
    const next = 'Does it run (npm start)? Its address is RELEASE_URL.';
    return failure('unreachable', `Nothing answers at ${url}${reason}.`, next);
  }
  return failure(
    'unreachable',
    `The answer of ${url} was lost${reason}: it may have been done or not.`,
    'Look at the status before you try again.',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblemCode(code: string): code is ProblemCode {
  return code in problemStatus;
}
