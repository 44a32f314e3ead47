import { type Opening, runServers } from '@tallystick/guard/server-process';
import { isHelp } from './is-help.ts';

export interface ServeOptions {
  /** Where the site's definition is, if SITE_CONFIG names no file; absent: where this process was started. */
  siteFolder?: string;
  /** Further servers by name, and what loads what opens each. */
  more?: Readonly<Record<string, () => Promise<Opening>>>;
  /** Why there is no server of this name here. */
  notHere?: Readonly<Record<string, string>>;
}

/** Serves, in this process, the servers that the words name, until a signal ends it; it has only the code of those. */
export async function serve(
  words: readonly string[],
  { siteFolder, more = {}, notHere = {} }: ServeOptions = {},
): Promise<void> {
  const names = ['site', 'admin', ...Object.keys(more)];
  const usage = `Name what this process serves: ${names.join(', ')}; several if you like.`;
  if (words.some(isHelp)) return console.log(`Usage: serve SERVER …\n${usage}`);
  const unknown = words.find((word) => !names.includes(word));
  if (unknown !== undefined) {
    const missing = new Map(Object.entries(notHere)).get(unknown);
    return refuse(missing ?? `There is no server "${unknown}". ${usage}`);
  }
  if (words.length === 0) return refuse(usage);
  const openings: Opening[] = [];
  for (const [name, load] of Object.entries(more)) {
    if (words.includes(name)) openings.push(await load());
  }
  const [site, admin] = ['site', 'admin'].map((name) => words.includes(name));
  if (site || admin) {
    const servers = site && admin ? 'site and admin' : site ? 'site' : 'admin';
    const plane = await import('@tallystick/site/open-release-plane');
    openings.push(plane.openReleasePlane(servers, siteFolder));
  }
  await runServers([...new Set(words)].join(' and '), openings);
}

function refuse(problem: string): void {
  console.error(problem);
  process.exitCode = 2;
}
