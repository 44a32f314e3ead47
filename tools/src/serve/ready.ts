import { once } from 'node:events';
import { request } from 'node:http';
import {
  type LedgerEnvironment,
  ledgerServer,
  readLedgerEnvironment,
} from '@tallystick/backend/src/settings/ledger-environment.ts';
import { readVerb } from '@tallystick/command-line/read-words';
import { type ListenAt, listenAt, localOrigin, serversOf } from '@tallystick/settings/listen-at';

const names: readonly string[] = ['site', 'admin', 'ledger'];
/** Milliseconds in which a server must answer. */
const timeout = 3_000;
const usage = `Name servers: ${names.join(', ')}.`;

/** Asks servers of this machine for `/ready`, for a container's health check; answers the exit code. */
export async function ready(program: string, given: readonly string[]): Promise<number> {
  const verb = { name: 'ready', takes: 'SERVER…', summary: '', about: usage };
  const asked = readVerb(program, verb, given);
  if (asked.ask === 'text') {
    console.log(asked.text);
    return 0;
  }
  if (asked.ask === 'unclear') return fail(`${asked.problem} ${asked.next}`, 2);
  const { words } = asked.read;
  if (words.length === 0) return fail(usage, 2);
  const read = readLedgerEnvironment(process.env);
  if (!read.ok) return fail(read.problem);
  for (const word of words) {
    const at = placeOf(word, read.value);
    if (at === null) return fail(`There is no server "${word}". ${usage}`, 2);
    if (!(await isReady(at))) return fail(`The ${word} is not ready.`);
  }
  return 0;
}

function placeOf(word: string, environment: LedgerEnvironment): ListenAt | null {
  const servers = { ...serversOf(environment), ledger: ledgerServer(environment) };
  const server = new Map(Object.entries(servers)).get(word);
  return server === undefined ? null : listenAt(server, environment);
}

async function isReady(at: ListenAt): Promise<boolean> {
  const asked =
    'path' in at
      ? request({ socketPath: at.path, path: '/ready', timeout })
      : request(`${localOrigin(at)}/ready`, { timeout });
  try {
    const [answer] = await once(asked.once('timeout', () => asked.destroy()).end(), 'response');
    answer.resume();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}

function fail(problem: string, code = 1): number {
  console.error(problem);
  return code;
}
