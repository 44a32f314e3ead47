import { readVerb } from '@tallystick/command-line/read-words';
import { type Opening, runServers } from '@tallystick/guard/server-process';
import { platformSettings } from '@tallystick/settings/environment';
import { everyServer, settingsOf } from '@tallystick/settings/setting';

export interface ServeOptions {
  /** What a person types before the names of servers. */
  program: string;
  /** Why nothing can be served here, if so. */
  problem?: () => string | null;
  /** Where the site's definition is, if SITE_CONFIG names no file; absent: where this process was started. */
  siteFolder?: string;
  /** Further servers by name, and what loads what opens each. */
  more?: Readonly<Record<string, () => Promise<Opening>>>;
  /** All settings of the installation, by what they are about; absent: the platform's. */
  settings?: typeof platformSettings;
  /** Why there is no server of this name here. */
  notHere?: Readonly<Record<string, string>>;
}

/**
 * Serves, in this process, the servers that the words name, until a signal ends it; it has only the code of those.
 * Answers the exit code of what was refused, else 0: the servers go on.
 */
export async function serve(given: readonly string[], options: ServeOptions): Promise<number> {
  const { program, problem, siteFolder, more = {}, notHere = {}, settings } = options;
  const names = ['site', 'admin', ...Object.keys(more)];
  const usage = `Name what this process serves: ${names.join(', ')}; several if you like.`;
  const named = names.filter((name) => given.includes(name));
  const readers = [everyServer, ...(named.length > 0 ? named : names)];
  const read = settingsOf(settings ?? platformSettings, readers);
  const verb = { name: 'serve', takes: 'SERVER…', summary: '', about: usage, settings: read };
  const asked = readVerb(program, verb, given);
  if (asked.ask === 'text') {
    console.log(asked.text);
    return 0;
  }
  if (asked.ask === 'unclear') return refuse(`${asked.problem} ${asked.next}`);
  const { words } = asked.read;
  const unknown = words.find((word) => !names.includes(word));
  if (unknown !== undefined) {
    const missing = new Map(Object.entries(notHere)).get(unknown);
    return refuse(missing ?? `There is no server "${unknown}". ${usage}`);
  }
  if (words.length === 0) return refuse(usage);
  const hindrance = problem?.() ?? null;
  if (hindrance !== null) return refuse(hindrance, 1);
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
  return Number(process.exitCode ?? 0);
}

function refuse(problem: string, code = 2): number {
  console.error(problem);
  return code;
}
