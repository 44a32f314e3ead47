import { wayOut } from '@tallystick/contract/policy/breach';
import { defaultChannel } from '@tallystick/contract/release';
import type { Board, BuildHealth, RecallProgress } from '@tallystick/registry/contract/board';
import type { Revision } from '@tallystick/registry/contract/channel';
import { channelWords } from '@tallystick/registry/contract/channel-words';
import { rampStateWords, rampText } from '@tallystick/registry/contract/ramp-words';
import { routes } from '@tallystick/registry/contract/routes';
import { minuteOf } from '@tallystick/registry/contract/scalars';
import { situationOf } from '@tallystick/registry/contract/situation';
import { besideLines } from '../channel/beside-lines.ts';
import { requireChannel } from '../channel/known-channel.ts';
import { ofApp, ownerOfApp } from '../channel/of-app.ts';
import { describeProvenance } from '../command/describe-provenance.ts';
import { ago, counted } from '../command/figures.ts';
import { type Cell, table } from '../command/table.ts';
import { channelOf, channelOption, type Given, type Verb, wordOrNone } from '../command/verb.ts';
import type { Io } from '../io.ts';
import { type Outcome, orFail } from '../outcome.ts';

export const status: Verb = {
  name: 'status',
  takes: '[APP]',
  summary: 'what is live, since when, by whom, and how it does',
  about: `First whether anything is wrong, what visitors see meanwhile, and which verb takes it away,
as the board of the console says it. TABS are the open tabs in which a build really runs, as they
report it themselves; LOADS and FAILED are of the last hour. BROWSERS: in how many browsers it
failed lately, which is what the registry judges by; TIME: median and 95th percentile of load time.
Builds that are not live any more stand there while tabs run them. Of one app it says the team and
its links, too.`,
  options: { channel: channelOption },
  examples: [
    ['status', ''],
    ['status mfe-notes', 'of one app, and whose it is'],
    ["status --json | jq '.builds'", 'for a script'],
  ],
  run,
};

async function run(given: Given): Promise<Outcome> {
  const channel = channelOf(given);
  const app = wordOrNone(given.words, 'status takes one app, or none.');
  const board = orFail(await given.client.call(routes.board, { params: { channel } }));
  // If no channel is named, it is the one that the first promotion makes.
  if (board.current === null && given.text('channel')) await requireChannel(channel, given.client);
  if (app !== undefined) return await describeApp(app, channel, board, given);
  return { json: withSituation(channel, board), text: describe(channel, board, given.io) };
}

async function describeApp(
  app: string,
  channel: string,
  board: Board,
  { client, io }: Given,
): Promise<Outcome> {
  const owner = await ownerOfApp(app, board, client);
  const own = ofApp(app, board);
  const links = (owner?.links ?? []).map(({ text, href }) => `${text} ${href}`);
  const whose =
    owner && `${io.paint('strong', app)} belongs to ${[owner.team, ...links].join(', ')}`;
  const text = [...(whose === undefined ? [] : [whose]), describe(channel, own, io)].join('\n');
  return { json: { ...withSituation(channel, own), owner: owner ?? null }, text };
}

const withSituation = (channel: string, board: Board) => ({
  ...board,
  situation: situationOf(board, channel),
});

const tones = { failing: 'bad', watch: 'warn', calm: 'good' } as const;

/** What the board of the console says first, and the verb that takes it away. */
function situationLines(channel: string, board: Board, io: Io): string[] {
  return situationOf(board, channel).flatMap(({ severity, says, meanwhile, remedy }) => [
    io.paint(tones[severity], says),
    ...(meanwhile === '' ? [] : [`  ${meanwhile}`]),
    ...(remedy === null ? [] : [`  ${remedy.words}: ${remedy.command}`]),
  ]);
}

function describe(channel: string, board: Board, io: Io): string {
  const { current, locks, recalls, tabs } = board;
  const first = situationLines(channel, board, io);
  if (current === null) return first.join('\n');
  const head =
    `${io.paint('strong', channel)}, revision ${current.revision}, ` +
    `${ago(current.at, io.now())} by ${current.by}: ${current.reason}`;
  const heading = 'APP BUILD STATE SINCE BY TABS LOADS FAILED BROWSERS TIME'.split(' ');
  return [
    ...first,
    '',
    head,
    '',
    table(heading, rows(current, board, io), io),
    '',
    `${counted(tabs, 'open tab')} reported lately.`,
    ...recalls.map((recall) => describeRecall(recall, io)),
    ...originLines(current, board),
    ...besideLines(board, io),
    ...rampLines(current, board, io),
    ...healthLines(board, io),
    ...locks.map(({ app, by, reason, at, until }) => {
      const what =
        until === undefined
          ? `${io.paint('warn', 'locked')} ${app}`
          : `${io.paint('warn', 'frozen')} until ${minuteOf(until)}`;
      return `${what}, ${ago(at, io.now())} by ${by}: ${reason}`;
    }),
  ].join('\n');
}

/** The commits of the builds that are live or canaries, where the run that built them is known. */
function originLines(current: Revision, { sources }: Board): string[] {
  return sources.flatMap(({ app, build, provenance }) => {
    const isOut = current.builds[app] === build || current.canaries[app]?.build === build;
    const from = describeProvenance(provenance);
    return isOut && from !== '' ? [`from ${from}: ${app} ${build}`] : [];
  });
}

/** Where canaries go by themselves, and for what they wait. */
function rampLines({ canaries }: Revision, board: Board, io: Io): string[] {
  return Object.entries(canaries).flatMap(([app, { build, percent, ramp }]) => {
    if (ramp === undefined) return [];
    const where = `${app} ${build}: ${percent} %, ${rampText(ramp)}`;
    return [`${io.paint('strong', 'ramp')} ${where}; ${rampStateWords(board, app, ramp)}`];
  });
}

function describeRecall({ app, build, ran, left }: RecallProgress, io: Io): string {
  const head = `${io.paint(left >= ran ? 'good' : 'warn', 'recall')} ${app} ${build}:`;
  if (ran === 0) return `${head} no tab ran it.`;
  return `${head} ${Math.floor((left / ran) * 100)} % of tabs have left it (${left} of ${ran}).`;
}

function rows(current: Revision, { since, builds }: Board, io: Io): Cell[][] {
  const row = (app: string, build: string, state: Cell): Cell[] => {
    const health = builds.find((one) => one.app === app && one.build === build);
    const { tabs = 0, loads = 0, failures = 0 } = health ?? {};
    const began = current.builds[app] === build ? since[app] : undefined;
    const failed = String(failures);
    return [
      app,
      build,
      state,
      began === undefined ? '' : ago(began.at, io.now()),
      began?.by ?? '',
      String(tabs),
      String(loads),
      failures > 0 ? { text: failed, tone: 'bad' } : failed,
      health === undefined ? '' : browsersCell(health),
      health === undefined ? '' : tookCell(health),
    ];
  };
  const names = [...new Set([...Object.keys(current.builds), ...Object.keys(current.canaries)])];
  return names.sort().flatMap((app) => {
    const live = current.builds[app];
    const canary = current.canaries[app];
    const others = builds.filter(
      (one) => one.app === app && one.build !== live && one.build !== canary?.build && one.tabs > 0,
    );
    return [
      ...(live === undefined ? [] : [row(app, live, { text: 'live', tone: 'good' })]),
      ...(canary === undefined
        ? []
        : [row(app, canary.build, { text: `canary ${canary.percent} %`, tone: 'warn' })]),
      ...others.map(({ build }) => row(app, build, { text: 'left', tone: 'quiet' })),
    ];
  });
}

/** Browsers of the last minutes in which a build failed, of those that had it; none: nothing. */
function browsersCell({ browsers }: BuildHealth): string {
  return browsers.browsers === 0 ? '' : `${browsers.failed} of ${browsers.browsers}`;
}

/** The median and the 95th percentile of load times, in milliseconds. */
function tookCell({ took }: BuildHealth): string {
  return took === null ? '' : `${took.median} / ${took.p95} ms`;
}

/**
 * One line for each thing that is wrong: in history, builds that were taken back, and those that were left to people.
 * Then how builds fail, their new errors, and what the policy of pages refuses them.
 */
function healthLines(board: Board, io: Io): string[] {
  const { current, builds, left, breaches, errors, alerts, shouts = [] } = board;
  const where = channelWords(current?.channel ?? defaultChannel);
  const taken = board.condemned
    // Another build has replaced those of earlier revisions.
    .filter(({ app, revision }) => revision >= (board.since[app]?.revision ?? 0))
    .map((one) => {
      const { why, app, build, at, by, reason } = one;
      const share = one.why === 'paused' ? ` (was for ${one.percent} %)` : '';
      const head = `${io.paint('bad', why)} ${app} ${build}${share}, ${ago(at, io.now())} by ${by}: ${reason}.`;
      return `${head} A manager may end that: resume ${app}@${build}${where}`;
    });
  const failing = builds.filter(({ kinds }) => Object.keys(kinds).length > 0);
  const ways = failing.map(({ app, build, kinds, steps, recovered }) => {
    const list = Object.entries(kinds).map(([kind, n]) => `${kind} ${n}`);
    const ladder =
      steps === 0 ? '' : `; ${counted(steps, 'tab')} fell back, ${recovered} recovered`;
    return `${io.paint('warn', 'failures')} ${app} ${build}, browsers by kind: ${list.join(', ')}${ladder}`;
  });
  const leftToPeople = left.map(
    ({ text, at }) => `${io.paint('bad', 'left to you')}, ${ago(at, io.now())}: ${text}`,
  );
  const history = alerts.map(
    (problem) => `${io.paint('bad', 'history is not whole')}: ${problem}; see verify`,
  );
  const refused = breaches.map(
    ({ app, build, directive, blocked, reports, firstSeen }) =>
      `${io.paint('warn', 'policy')} ${app} ${build}, ${directive} refused ${blocked} ` +
      `(${counted(reports, 'report')}, first ${ago(firstSeen, io.now())}). ${wayOut({ directive, blocked })}`.trimEnd(),
  );
  const thrown = Object.entries(errors).map(
    ([app, groups]) =>
      `${io.paint('warn', 'errors')} ${app}: ${counted(groups, 'new error')} since its live build; see errors ${app}`,
  );
  const seen = shouts.map(({ text }) => io.paint('bad', text));
  return [...seen, ...history, ...leftToPeople, ...taken, ...ways, ...thrown, ...refused];
}
