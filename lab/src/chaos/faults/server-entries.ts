import { newestArtifact, variantOf } from '@tallystick/e2e/src/house/variant.ts';
import { serverEntryFile } from '@tallystick/shared/contracts/server-entry';
import { reaches, wrongPages } from '@tallystick/site/src/rendering/entries.testing.ts';
import { type Testbed, victims } from '../testbed/testbed.ts';
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

/** A server entry of the list's remote of which every page does the same. */
async function entryOf(body: string): Promise<string> {
  const { declaration } = await newestArtifact(victims.list.app);
  const paths = declaration?.routes.map(({ path }) => path) ?? [];
  return `const page = { Component: () => null, loader: async () => { ${body} } };
exports.routes = Object.fromEntries(${JSON.stringify(paths)}.map((path) => [path, page]));`;
}

/** By which build the site server renders a page; null: the browser draws it. */
async function renderedBy({ servers }: Testbed, path: string): Promise<string | null> {
  const html = await (await fetch(servers.siteUrl + path)).text();
  return /<div id="root" data-rendered="([^"]+)"/.exec(html)?.[1] ?? null;
}

/** @throws Error if the site server does not come to render the page by its remote */
async function becomesRendered(
  testbed: Testbed,
  { path, app }: { path: string; app: string },
): Promise<void> {
  const end = Date.now() + waitMs;
  while ((await renderedBy(testbed, path))?.startsWith(`${app}@`) !== true) {
    if (Date.now() > end) throw new Error(`${path} is not rendered by ${app}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function wrongEntry(what: string, textOf: () => Promise<string>): Fault {
  const build = promoted(async (within, hash) => {
    const entry = await textOf();
    return variantOf(within, victims.list.app, hash, (text, path) =>
      path === serverEntryFile ? entry : text,
    );
  });
  let isMet = false;
  return {
    name: `server-entry-${what.replaceAll(',', '').replaceAll(' ', '-')}`,
    what: `A build is promoted whose server entry ${what}; somebody comes for the first time`,
    way: 'first-list',
    costs: 'nothing',
    short: what === 'throws',
    async prepare(testbed) {
      await becomesRendered(testbed, victims.list);
      await build.prepare(testbed);
    },
    async begin(testbed) {
      await build.begin(testbed);
      // More often than it takes for the builds to rest.
      const answers = [];
      for (const _ of [1, 2, 3, 4]) answers.push(await renderedBy(testbed, victims.list.path));
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
  ...Object.entries(pages).map(([what, body]) => wrongEntry(what, () => entryOf(body))),
  wrongEntry('answers garbage', async () => 'exports.routes = "\\u0000garbage";'),
];
