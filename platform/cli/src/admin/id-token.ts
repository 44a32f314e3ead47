import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Io } from '../io.ts';
import { failure, type OrFailure, wordsOf } from '../outcome.ts';

/** Gets the ID token of the run that this command is part of, for one audience. */
export type ReadIdToken = (audience: string) => Promise<OrFailure<string>>;

const timeoutMs = 10_000;
const answerSchema = v.object({ value: v.string() });

/**
 * Where the ID token of a pipeline's run comes from; null: nowhere. `RELEASE_ID_TOKEN` holds it,
 * `RELEASE_ID_TOKEN_FILE` names a file that does, and GitHub Actions makes one when it is asked (permission
 * `id-token: write`). The last is only for a registry that is named: on a runner, the machine's own has its key.
 */
export function idTokenFrom(variables: Io['variables']): ReadIdToken | null {
  const {
    RELEASE_ID_TOKEN: token,
    RELEASE_ID_TOKEN_FILE: file,
    ACTIONS_ID_TOKEN_REQUEST_URL: url,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer,
    RELEASE_URL: named,
  } = variables;
  if (token) return async () => ({ ok: true, value: token.trim() });
  if (file) return () => fromFile(file);
  return named && url && bearer ? (audience) => fromGitHub(url, bearer, audience) : null;
}

async function fromFile(file: string): Promise<OrFailure<string>> {
  try {
    return { ok: true, value: (await readFile(file, 'utf8')).trim() };
  } catch {
    const problem = `RELEASE_ID_TOKEN_FILE=${file} cannot be read.`;
    return failure('unauthorized', problem, "Name the file with the pipeline's ID token.");
  }
}

async function fromGitHub(
  url: string,
  bearer: string,
  audience: string,
): Promise<OrFailure<string>> {
  try {
    const address = new URL(url);
    address.searchParams.set('audience', audience);
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${bearer}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return { ok: true, value: v.parse(answerSchema, await response.json()).value };
  } catch (error) {
    const problem = `GitHub gives this run no ID token (${wordsOf(error)}).`;
    return failure('unauthorized', problem, 'The job needs: permissions: id-token: write.');
  }
}
