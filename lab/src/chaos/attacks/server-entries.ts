import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLive } from '@tallystick/e2e/src/house/house.ts';
import {
  escapes,
  exhaustions,
  type Outside,
  reachesProcess,
  triesOf,
} from '@tallystick/site/escapes.testing';
import { nodeEscapes } from '@tallystick/site/node-escapes.testing';
import { entryOf, renderedBy, withEntry } from '../server-entry.ts';
import { until } from '../watch/until.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target/target.ts';

const app = 'mfe-ledger';
const page = '/transfers';
/** Another remote's, in a process of its own. */
const other = { page: '/auth', app: 'mfe-auth' };
/** Builds that a busy machine has begun too late three times rest for a minute. */
const waitMs = 180_000;

const escapesTo = (outside: Outside) => ({ ...escapes(outside), ...nodeEscapes(outside) });
const nowhere = { pid: 0, port: 0, socket: '', secretFile: '', folder: '', hostname: '' };

let builds = 0;

async function promote({ servers }: Target, within: string, body: string): Promise<void> {
  builds += 1;
  const entry = `${reachesProcess}\n${await entryOf(app, body)}`;
  const hash = `e5ca9e${String(builds).padStart(6, '0')}`;
  const variant = await withEntry(within, app, hash, entry);
  await makeLive(servers.environment, [variant], 'it looks good');
}

/** Asks for the page until the log of the site server has a new line that matches; answers it. */
async function askedUntil({ servers, siteLog }: Target, expected: RegExp): Promise<string> {
  const said = await siteLog();
  let n = 0;
  const look = async () => {
    n += 1;
    await fetch(`${servers.siteUrl}${page}?n=${n}`).catch(() => {});
    return (await said()).split('\n').find((text) => expected.test(text)) ?? null;
  };
  return (await until(waitMs, look, 200)) ?? '';
}

/** Whether another remote's page is rendered anew while a build does what it does. */
async function isRendered({ servers }: Target): Promise<boolean> {
  let n = 0;
  const look = async () => {
    n += 1;
    const by = await renderedBy(`${servers.siteUrl}${other.page}?at=${builds}-${n}`);
    return by?.startsWith(`${other.app}@`) === true || null;
  };
  return (await until(waitMs, look, 500)) !== null;
}

/** What a build does where the site server renders its pages. */
export const serverEntryAttacks: readonly Attack[] = [
  {
    name: 'attack-server-entry',
    what: `A build is promoted whose server entry has all of Node and tries ${Object.keys(escapesTo(nowhere)).length} ways out`,
    async attack(target) {
      let heard = 0;
      const server = createServer((_, response) => {
        heard += 1;
        response.end('x');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-outside-'));
      const secretFile = join(folder.path, 'secret');
      await writeFile(secretFile, 'secret');
      const { servers } = target;
      const outside = {
        pid: servers.site.pid(),
        port,
        socket: '/run/x',
        secretFile,
        folder: folder.path,
        hostname: hostname(),
      };
      await promote(
        target,
        folder.path,
        `throw new Error('reached: ' + ((await (${triesOf(escapesTo(outside))})()).join(', ') || 'nothing'));`,
      );
      const line = await askedUntil(target, / does not render .*reached: |its process ended/);
      const reached = /reached: (.*?)(?: +at |\. Browsers|$)/.exec(line)?.[1] ?? 'nobody says';
      const lives = servers.site.pid() === outside.pid;
      const rendered = await isRendered(target);
      server.close();
      return {
        blocked: reached === 'nothing' && heard === 0 && lives && rendered,
        summary: `reached: ${reached}; ${heard} requests from inside; the site server ${lives ? 'lives' : 'ended'} and renders ${rendered ? "others' pages" : 'nothing'}`,
      };
    },
  },
  {
    name: 'attack-server-entry-exhaustion',
    what: `One build after the other is promoted whose server entry ${Object.keys(exhaustions).join(', ')}`,
    async attack(target) {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-outside-'));
      const { servers } = target;
      const pid = servers.site.pid();
      const wrong: string[] = [];
      for (const [what, body] of Object.entries(exhaustions)) {
        await promote(target, folder.path, body);
        const line = await askedUntil(target, / does not render /);
        if (line === '' || servers.site.pid() !== pid || !(await isRendered(target)))
          wrong.push(what);
      }
      return {
        blocked: wrong.length === 0,
        summary:
          wrong.length === 0
            ? `each costs its own pages; the site server lives and renders those of others`
            : `wrong with what ${wrong.join(', ')}`,
      };
    },
  },
];
