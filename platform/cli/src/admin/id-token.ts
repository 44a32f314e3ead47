import { readFile } from 'node:fs/promises';
import { askJson } from '@tallystick/contract/http/ask-json';
import * as v from 'valibot';
import type { Io } from '../io.ts';
import { failure, type OrFailure } from '../outcome.ts';

/** Gets the ID token of the run that this command is part of, for one audience. */
export type ReadIdToken = (audience: string) => Promise<OrFailure<string>>;

/** Limits of the question for a token. */
const limits = { timeoutMs: 10_000, maxBytes: 65_536 };
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
  if (!URL.canParse(url)) return noToken('ACTIONS_ID_TOKEN_REQUEST_URL is no address');
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  const headers = { authorization: `Bearer ${bearer}`, accept: 'application/json' };
  const asked = await askJson(address, answerSchema, { ...limits, headers, redirect: 'error' });
  return asked.ok ? { ok: true, value: asked.value.value } : noToken(asked.problem);
}

function noToken(why: string): OrFailure<string> {
  const problem = `GitHub gives this run no ID token (${why}).`;
  return failure('unauthorized', problem, 'The job needs: permissions: id-token: write.');
}
