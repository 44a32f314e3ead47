import { reaches, wrongPages } from '@tallystick/site/entries.testing';
import { entryOf, renderedBy, withEntry } from '../server-entry.ts';
import { type Testbed, victims } from '../testbed/testbed.ts';
import { until } from '../watch/until.ts';
import { type Fault, promoted } from './fault.ts';

/** A page of another remote than the list's. */
const other = { path: '/user/ada', app: 'mfe-parties' };
/** Builds that a busy machine has begun too late three times rest for a minute. */
const waitMs = 100_000;

/** It fails only if all that it tries is refused. */
const triesAll = `const refused = async (run) => { try { await run(); return false; } catch { return true; } };
  const all = [${Object.values(reaches('http://127.0.0.1:9'))
    .map((code) => `async () => ${code}`)
    .join(', ')}];
  if ((await Promise.all(all.map(refused))).every(Boolean)) throw new Error('all of it is refused');`;

/** What its pages do where they are rendered, as bodies of asynchronous functions. */
const pages: Readonly<Record<string, string>> = {
  ...wrongPages,
  'tries files, network and environment': triesAll,
};

/** @throws Error if the site server does not come to render the page by its remote */
async function becomesRendered(
  { servers }: Testbed,
  { path, app }: { path: string; app: string },
): Promise<void> {
  const look = async () =>
    (await renderedBy(servers.siteUrl + path))?.startsWith(`${app}@`) === true || null;
  if ((await until(waitMs, look, 100)) === null)
    throw new Error(`${path} is not rendered by ${app}`);
}

function wrongEntry(what: string, textOf: () => Promise<string>): Fault {
  const build = promoted(async (within, hash) =>
    withEntry(within, victims.list.app, hash, await textOf()),
  );
  let isMet = false;
  return {
    name: `server-entry-${what.replaceAll(',', '').replaceAll(' ', '-')}`,
    what: `A build is promoted whose server entry ${what}, at a first visit`,
    way: 'first-list',
    costs: 'nothing',
    async prepare(testbed) {
      await becomesRendered(testbed, victims.list);
      await build.prepare(testbed);
    },
    async begin(testbed) {
      await build.begin(testbed);
      // More often than it takes for the builds to rest.
      const answers = [];
      const page = testbed.servers.siteUrl + victims.list.path;
      for (const _ of [1, 2, 3, 4]) answers.push(await renderedBy(page));
      isMet = answers.every((by) => by === null);
      await becomesRendered(testbed, other);
    },
    met: () => Number(isMet),
    async end(testbed) {
      await build.end(testbed);
      await becomesRendered(testbed, victims.list);
    },
  };
}

/** Server entries that are wrong, of builds that work in browsers. */
export const serverEntryFaults: readonly Fault[] = [
  ...Object.entries(pages).map(([what, body]) =>
    wrongEntry(what, () => entryOf(victims.list.app, body)),
  ),
  wrongEntry('answers garbage', async () => 'exports.routes = "\\u0000garbage";'),
];
