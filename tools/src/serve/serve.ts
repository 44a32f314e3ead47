import { type Opening, runServers } from '@tallystick/guard/server-process';
import { isHelp } from './is-help.ts';

const names = ['site', 'admin', 'ledger', 'identity'] as const;

/**
 * Serves, in this process, the servers that the words name, until a signal ends it; it has only the code of those.
 *
 * @param identity loads what opens the identity emulator; absent: there is none here
 * @param siteFolder where the site's definition is, if SITE_CONFIG names no file
 */
export async function serve(
  words: readonly string[],
  identity?: () => Promise<Opening>,
  siteFolder?: string,
): Promise<void> {
  const known = names.filter((name) => name !== 'identity' || identity !== undefined);
  const usage = `Name what this process serves: ${known.join(', ')}; several if you like.`;
  if (words.some(isHelp)) return console.log(`Usage: serve SERVER …\n${usage}`);
  const unknown = words.find((word) => !names.some((name) => name === word));
  if (unknown !== undefined) return refuse(`There is no server "${unknown}". ${usage}`);
  if (words.length === 0) return refuse(usage);
  const has = (name: (typeof names)[number]) => words.includes(name);
  const openings: Opening[] = [];
  if (has('ledger')) {
    openings.push((await import('@tallystick/backend/src/open-ledger.ts')).openLedger);
  }
  if (has('site') || has('admin')) {
    const servers = has('site') && has('admin') ? 'site and admin' : has('site') ? 'site' : 'admin';
    const plane = await import('@tallystick/site/open-release-plane');
    openings.push(plane.openReleasePlane(servers, siteFolder));
  }
  if (has('identity')) {
    if (identity === undefined) return refuse(noIdentity);
    openings.push(await identity());
  }
  await runServers([...new Set(words)].join(' and '), openings);
}

const noIdentity =
  'The identity emulator is for development and is not here: name a Firebase project in FIREBASE_API_KEY.';

function refuse(problem: string): void {
  console.error(problem);
  process.exitCode = 2;
}
