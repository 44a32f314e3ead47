import { type Opening, runServers } from '@tallystick/guard/server-process';
import type { ReleaseServers } from '@tallystick/site/src/open-release-plane.ts';

/** Loads what opens a server, so that a process has only the code of those that it serves. */
export interface Loaders {
  ledger(): Promise<Opening>;
  releasePlane(servers: ReleaseServers): Promise<Opening>;
  /** Absent: there is none here. */
  identity?(): Promise<Opening>;
}

const names = ['site', 'admin', 'ledger', 'identity'] as const;

/** Serves, in this process, the servers that the words name, until a signal ends it. */
export async function serve(words: readonly string[], loaders: Loaders): Promise<void> {
  const known = names.filter((name) => name !== 'identity' || loaders.identity !== undefined);
  const usage = `Name what this process serves: ${known.join(', ')}; several if you like.`;
  const unknown = words.find((word) => !names.some((name) => name === word));
  if (unknown !== undefined) return refuse(`There is no server "${unknown}". ${usage}`);
  if (words.length === 0) return refuse(usage);
  const has = (name: (typeof names)[number]) => words.includes(name);
  const openings: Opening[] = [];
  if (has('ledger')) openings.push(await loaders.ledger());
  if (has('site') || has('admin')) {
    const servers = has('site') && has('admin') ? 'site and admin' : has('site') ? 'site' : 'admin';
    openings.push(await loaders.releasePlane(servers));
  }
  if (has('identity')) {
    if (loaders.identity === undefined) return refuse(noIdentity);
    openings.push(await loaders.identity());
  }
  await runServers([...new Set(words)].join(' and '), openings);
}

const noIdentity =
  'The identity emulator is for development and is not here: name a Firebase project in FIREBASE_API_KEY.';

function refuse(problem: string): void {
  console.error(problem);
  process.exitCode = 2;
}
