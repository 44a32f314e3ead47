import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '@tallystick/settings/environment';
import { listenAt, localOrigin, serversOf } from '@tallystick/settings/listen-at';
import { readSettings as readTable } from '@tallystick/settings/read-settings';
import { releaseCommand } from '@tallystick/settings/table/release-command';
import { idTokenFrom, type ReadIdToken } from './admin/id-token.ts';
import { readSession } from './admin/session-file.ts';
import type { Io } from './io.ts';
import { type Failure, failure, type OrFailure } from './outcome.ts';

/**
 * Where the admin API is, and by which token it is asked: one that is there, or one of a pipeline's run. Without one,
 * `nobody` says so to every call that needs it.
 */
export type Settings = { url: string } & ({ token: string } | { run: Run } | { nobody: Failure });

/** A run of a pipeline; `app`: which it is for, where that is to be said. */
interface Run {
  readIdToken: ReadIdToken;
  app: string | undefined;
}

/** Hosts to which a token may go without https: it does not leave the machine. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Reads RELEASE_URL, and RELEASE_TOKEN, a run's ID token or a sign-in; without them, this machine's port and key. */
export function readSettings(variables: Io['variables']): OrFailure<Settings> {
  const said = readTable(releaseCommand, variables);
  if (!said.ok) return failure('usage', said.problem);
  const { RELEASE_URL, RELEASE_TOKEN, RELEASE_APP: app } = said.value;
  const { ADMIN_PORT, ADMIN_SOCKET, ADMIN_URL, DATA_DIR, HOST } = variables;
  const own = RELEASE_URL ? {} : { ADMIN_PORT, ADMIN_SOCKET, ADMIN_URL, HOST };
  const read = readEnvironment({ ...own, DATA_DIR });
  if (!read.ok) return failure('usage', read.problem);
  const { value: environment } = read;

  const at = listenAt(serversOf(environment).admin, environment);
  if ('path' in at) {
    const problem = `The admin API of this machine listens at the socket ${at.path}, which this does not use.`;
    return failure('usage', problem, 'Set RELEASE_URL to where browsers reach the console.');
  }
  const address = RELEASE_URL ?? localOrigin(at);
  // Node 20, on which the packed command must run, has no URL.parse.
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return failure('usage', `RELEASE_URL=${address} is not an address such as https://a.example.`);
  }
  if (url.username !== '' || url.password !== '') {
    const problem = 'RELEASE_URL holds a name or a password, which logs would show.';
    return failure('usage', problem, 'Leave them out: the token is RELEASE_TOKEN.');
  }
  // What goes to an address of this machine's own does not leave it.
  if (RELEASE_URL && url.protocol === 'http:' && !thisMachine.includes(url.hostname)) {
    const problem = `RELEASE_URL=${address} would send your token in the clear.`;
    return failure('usage', problem, 'Use its https address.');
  }
  const origin = { url: url.href.replace(/\/+$/, '') };
  const given = RELEASE_TOKEN?.trim();
  if (given && /[^\x21-\x7e]/.test(given)) {
    const problem = 'RELEASE_TOKEN holds a space, a line end or a letter that no token has.';
    return failure('unauthorized', problem, 'Copy it again, as one word.');
  }
  const readIdToken = given ? null : idTokenFrom(variables);
  if (readIdToken !== null) {
    return { ok: true, value: { ...origin, run: { readIdToken, app } } };
  }
  const token = given || readSession(variables, origin.url) || machineKey(environment.DATA_DIR);
  if (token) return { ok: true, value: { ...origin, token } };
  const nobody = failure(
    'unauthorized',
    'There is no token: RELEASE_TOKEN is not set.',
    `Sign in (sign-in), or set it to yours, and RELEASE_URL to the registry's address. Where the site itself runs, start it once: it writes ${join(environment.DATA_DIR, 'release.key')}.`,
  );
  return { ok: true, value: { ...origin, nobody } };
}

function machineKey(folder: string): string {
  try {
    return readFileSync(join(folder, 'release.key'), 'utf8').trim();
  } catch {
    return '';
  }
}
