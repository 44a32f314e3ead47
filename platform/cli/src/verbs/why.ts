import { plainAddresses } from '@tallystick/contract/path-pattern';
import { routes } from '@tallystick/registry/contract/routes';
import { requireChannel } from '../channel/known-channel.ts';
import { readLiveSite } from '../check/live-site.ts';
import { ago, counted } from '../command/figures.ts';
import { type Cell, table } from '../command/table.ts';
import { channelOf, channelOption, type Given, onlyWord, type Verb } from '../command/verb.ts';
import type { Io } from '../io.ts';
import { fail, type Outcome, orFail } from '../outcome.ts';
import { whyParts } from '../why/from-parts.ts';
import { type GivenBuild, type GivenOf, givenOf } from '../why/given.ts';
import { readPanel } from '../why/panel.ts';

export const why: Verb = {
  name: 'why',
  takes: 'APP',
  summary: 'which build of an app browsers get, since when, and why',
  about: `What the channel gives: by rollout bucket, of 10,000, to which each browser belongs for good; who
gave it and why; what a browser takes in which it fails; what stands in the way of the next change;
how loads of the last hour went, and of the last day, in which a browser counts once a minute. With
--browser it opens a page of the site, by the Playwright of this folder, and says what the page
itself says at #why: which build runs and why, when its files came, which copies of shared modules
it has, what its styles reach, what the policy refused.`,
  options: {
    channel: channelOption,
    browser: { about: 'and what does a page say that has it?' },
    site: { value: 'URL', about: 'with --browser: the site' },
    page: { value: 'PATH', about: "with --browser: else the first of the app's pages" },
  },
  examples: [
    ['why mfe-notes', ''],
    ['why mfe-notes --browser --site https://tally.example', 'and in a page'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const { words, client, io } = given;
  const app = onlyWord(words, 'Name one app.');
  const open = pageOf(given);
  const params = { channel: channelOf(given) };
  const [board, past, said] = await Promise.all([
    client.call(routes.board, { params }),
    client.call(routes.history, { params, query: { app, limit: '200' } }),
    Promise.all(whyParts.map((part) => part({ app, channel: params.channel, client }))),
  ]);
  const found = givenOf(app, orFail(board), orFail(past).revisions);
  if (found === null) {
    if (given.text('channel')) await requireChannel(params.channel, client);
    fail('unknown', `${params.channel} has no ${app}.`);
  }
  const text = describe(
    found,
    said.flatMap(({ lines }) => lines),
    io,
  );
  const json = Object.fromEntries([found, ...said.map((one) => one.json)].flatMap(Object.entries));
  if (open === null) return { json, text };
  const panel = await panelOf(given, app, open);
  return { json: { ...json, panel }, text: `${text}\n\n${panel}` };
}

/** The page that is to be opened; null: none. */
function pageOf({ text, flag, options }: Given): { site: string; path: string | undefined } | null {
  const site = text('site');
  const stray = ['site', 'page'].find((one) => options.includes(one));
  if (!flag('browser')) {
    return stray === undefined ? null : fail('usage', `--${stray} is for --browser.`);
  }
  if (site === undefined) {
    return fail('usage', '--browser needs a site.', 'Name it: --site https://…');
  }
  return { site: site.replace(/\/+$/, ''), path: text('page') };
}

async function panelOf(
  { io }: Given,
  app: string,
  { site, path }: NonNullable<ReturnType<typeof pageOf>>,
): Promise<string> {
  const asked = path ?? (await firstPageOf(app, site));
  io.draw?.(`Opening ${asked}`);
  const { folder, variables } = io;
  const read = readPanel({
    ...{ site, path: asked, app, folders: [folder] },
    executable: variables.CHROMIUM_PATH,
  });
  return orFail(await read.finally(() => io.draw?.(null)));
}

/** The first page of an app that needs no parameter; that of the site for its shell. */
async function firstPageOf(app: string, site: string): Promise<string> {
  const { shell, remotes } = orFail(await readLiveSite(site));
  if (app === shell.app) return '/';
  const { declaration } = remotes.find((one) => one.app === app) ?? {};
  const [first] = plainAddresses(declaration?.routes ?? []);
  return first ?? fail('usage', `${app} has no page without a parameter.`, 'Name one: --page /…');
}

function describe(found: GivenOf, ofParts: readonly string[], io: Io): string {
  const { app, channel, revision, given, lock, condemned, health } = found;
  const heading = ['BROWSERS', 'BUILD', 'SINCE', 'BY', 'REASON', 'WHERE IT FAILS'];
  return [
    `${io.paint('strong', app)} on ${channel}, revision ${revision}`,
    '',
    table(
      heading,
      given.map((one) => row(one, given.length > 1, io)),
      io,
    ),
    '',
    ...health.map(({ build, loads, failures, steps }) => {
      const fell = steps === 0 ? '' : `; ${counted(steps, 'tab')} fell back`;
      return `last hour ${build}: ${counted(loads, 'load')}, ${failures} failed${fell}`;
    }),
    ...ofParts,
    ...(lock === null
      ? []
      : [`${io.paint('warn', 'locked')} ${ago(lock.at, io.now())} by ${lock.by}: ${lock.reason}`]),
    ...condemned.map(
      ({ why: how, build, at, by, reason }) =>
        `${io.paint('bad', how)} ${build}, ${ago(at, io.now())} by ${by}: ${reason}`,
    ),
  ].join('\n');
}

function row({ as, build, buckets, since, afterFailure }: GivenBuild, isShared: boolean, io: Io) {
  const [first, last] = buckets;
  const percent = (last - first + 1) / 100;
  const whom = isShared ? `${percent} %: buckets ${first} to ${last}` : 'all';
  const cells: Cell[] = [
    { text: whom, tone: as === 'canary' ? 'warn' : 'good' },
    build,
    since === null ? '' : `revision ${since.revision}, ${ago(since.at, io.now())}`,
    since?.by ?? '',
    since?.reason ?? '',
    afterFailure ?? 'a notice',
  ];
  return cells;
}
