import { once } from 'node:events';
import { request } from 'node:http';
import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import { listenAt, localOrigin, type ServerSetting } from '@tallystick/settings/listen-at';
import { isHelp } from './is-help.ts';

const settings: Readonly<Record<string, ServerSetting>> = {
  site: 'SITE',
  admin: 'ADMIN',
  ledger: 'BACKEND',
};
/** Milliseconds in which a server must answer. */
const timeout = 3_000;
const usage = `Name servers: ${Object.keys(settings).join(', ')}.`;

/** Asks servers of this machine for `/ready`, for a container's health check; answers the exit code. */
export async function ready(words: readonly string[]): Promise<number> {
  if (words.some(isHelp)) {
    console.log(`Usage: ready SERVER …\n${usage}`);
    return 0;
  }
  if (words.length === 0) return fail(usage, 2);
  const read = readEnvironment(process.env);
  if (!read.ok) return fail(read.problem);
  for (const word of words) {
    const setting = settings[word];
    if (setting === undefined) return fail(`There is no server "${word}". ${usage}`, 2);
    if (!(await isReady(setting, read.environment))) return fail(`The ${word} is not ready.`);
  }
  return 0;
}

async function isReady(setting: ServerSetting, environment: Environment): Promise<boolean> {
  const at = listenAt(setting, environment);
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
