import type { Board, BuildHealth, RecallProgress } from './board.ts';
import type { Canary } from './channel.ts';
import { channelWords } from './channel-words.ts';
import { type Concern, concern, counted, type Remedy, type Severity } from './concern.ts';
import type { Condemned } from './condemned.ts';
import type { AppLock } from './history.ts';
import { buildNames } from './provenance.ts';
import { rampStateWords, rampText } from './ramp-words.ts';
import { everyApp, minuteOf } from './scalars.ts';
import { settingsConcerns } from './settings-concerns.ts';
import { theRegistry } from './tokens.ts';

/** What is wrong on a channel and what visitors see now, the worst first; where nothing is, a sentence says so. */
export function situationOf(board: Board, channel: string): Concern[] {
  const { current, alerts, builds, condemned, recalls, locks } = board;
  const failuresOf = (canaries: boolean) =>
    builds
      .filter(({ app, build }) => (current?.canaries[app]?.build === build) === canaries)
      .flatMap((health) => failureOf(board, channel, health));
  const ofCanaries = failuresOf(true);
  const ramps = Object.keys(current?.canaries ?? {})
    // That a canary fails says how its ramp stands, too.
    .filter((app) => !ofCanaries.some((one) => one.app === app))
    .flatMap((app) => rampOf(board, channel, app));
  const wrong = [
    ...alerts.map((alert) => concern('history', 'failing', null, `History is not whole: ${alert}`)),
    ...settingsConcerns(board, channel),
    ...[...failuresOf(false), ...ofCanaries].sort(
      (one, other) => rank[one.severity] - rank[other.severity],
    ),
    ...ramps.filter(({ severity }) => severity !== 'calm'),
    ...recalls.flatMap((recall) => recallOf(board, recall)),
    ...condemned.flatMap((taken) => takenBack(board, taken)),
  ];
  if (current === null)
    return [...wrong, concern('empty', 'calm', null, `Nothing is live on ${channel} yet.`)];
  return [
    ...(wrong.length === 0 ? [allWell(board)] : wrong),
    ...ramps.filter(({ severity }) => severity === 'calm'),
    ...locks.map(lockOf).sort((one, other) => rank[one.severity] - rank[other.severity]),
  ];
}

const nameOf = ({ sources }: Board, build: string) => buildNames(sources)(build);

const rank = { failing: 0, watch: 1, calm: 2 };

/** From here on a failure is not one visitor's bad luck: so many of them, and so large a share. */
const failing = { browsers: 2, loads: 3, rate: 0.02 };

/** How a build does, by the browsers that have it. */
export function severityOf(health: Pick<BuildHealth, 'browsers' | 'loads' | 'failures'>): Severity {
  const { browsers, failed } = health.browsers;
  if (failed >= failing.browsers && failed / browsers >= failing.rate) return 'failing';
  // Only a few browsers of one network count. Where one of them failed, loads tell of the others.
  if (manyLoadsFail(health)) return failed > 0 ? 'failing' : 'watch';
  return failed > 0 ? 'watch' : 'calm';
}

function manyLoadsFail({ loads, failures }: Pick<BuildHealth, 'loads' | 'failures'>): boolean {
  return failures >= failing.loads && failures / (loads + failures) >= failing.rate;
}

/** What there is to say of a build that browsers get now. */
function failureOf(board: Board, channel: string, health: BuildHealth): Concern[] {
  const { app, build, browsers, loads, failures } = health;
  const live = board.current?.builds[app];
  const canary = board.current?.canaries[app];
  const isCanary = canary?.build === build;
  if (!isCanary && live !== build) return [];
  const left = board.left.some((notice) => notice.app === app && notice.build === build);
  const severity = left ? 'failing' : severityOf(health);
  if (severity === 'calm') return [];
  const name = nameOf(board, build);
  const what = isCanary
    ? `Canary ${name} of ${app} (${shareWords(board, app, canary)})`
    : `${app} ${name}, which is live,`;
  if (browsers.failed === 0 && !left) {
    const says = `${what} failed in ${failures} of ${failures + loads} loads of the last hour, in no browser that counts.`;
    const why =
      'Of each network only a few browsers count, only lately, and none for a widget in pages of another app. The registry leaves it to you. See its errors.';
    const remedy = remedyOf(board, channel, app, isCanary);
    return [concern('failing', severity, app, says, why, remedy)];
  }
  const thrown = board.thrown.find((one) => one.app === app && one.build === build);
  const error = thrown && [`“${thrown.message}”`, thrown.place].filter(Boolean).join(', ');
  const says = `${what} fails in ${browsers.failed} of ${counted(browsers.browsers, 'browser')}${error ? `: ${error}` : '.'}`;
  const meanwhile = [
    standInWords(board, app, isCanary),
    ...(isCanary ? [liveWords(board, app)] : []),
    ...judgedWords(board, health, left),
    ...(canary?.ramp && isCanary ? [`Its ramp ${rampStateWords(board, app, canary.ramp)}.`] : []),
    ...(isCanary || board.before[app] !== undefined ? [] : ['There is no earlier build.']),
  ].join(' ');
  return [
    concern('failing', severity, app, says, meanwhile, remedyOf(board, channel, app, isCanary)),
  ];
}

/** How a canary with a ramp goes on, or why it does not. */
function rampOf(board: Board, channel: string, app: string): Concern[] {
  const { build, percent, ramp } = board.current?.canaries[app] ?? {};
  if (build === undefined || ramp === undefined) return [];
  const of = `The ramp of ${app} ${nameOf(board, build)}`;
  const state = rampStateWords(board, app, ramp);
  if (ramp.paused) {
    const words = 'Resume the ramp';
    const command = `ramp resume ${app}${channelWords(channel)}`;
    const remedy: Remedy | null = isShut(board, app)
      ? null
      : { kind: 'resume', app, words, command };
    const meanwhile = `${percent} % of browsers keep it, and no more get it until somebody resumes it.`;
    return [
      concern(
        'ramp',
        'watch',
        app,
        `${of} ${state}${/[.”]$/.test(state) ? '' : '.'}`,
        meanwhile,
        remedy,
      ),
    ];
  }
  if (board.ramps[app]?.state === 'doubt' && !isShut(board, app)) {
    const meanwhile = `${percent} % of browsers have it. It goes on by itself once the figures allow.`;
    const remedy = remedyOf(board, channel, app, true);
    return [concern('ramp', 'watch', app, `${of} ${state}.`, meanwhile, remedy)];
  }
  const says = `${of} is under way: ${percent} % of browsers have it, ${rampText(ramp)}.`;
  return [concern('ramp', 'calm', app, says, `It ${state}.`)];
}

/** Whether nobody ships an app now: it is locked, or all are. */
export function isShut({ locks }: Pick<Board, 'locks'>, app: string): boolean {
  return locks.some((lock) => lock.app === app || lock.app === everyApp);
}

function lockOf({ app, channel, by, reason, until = '' }: AppLock): Concern {
  if (app === everyApp) {
    const says = `${channel} is frozen by ${by} until ${minuteOf(until)}: “${reason}”`;
    const meanwhile = 'Nothing new is shipped. Going back is possible all the time.';
    return concern('frozen', 'watch', null, says, meanwhile);
  }
  const meanwhile = 'Nobody ships it. A manager can still take it back.';
  return concern('locked', 'calm', app, `${app} is locked by ${by}: “${reason}”`, meanwhile);
}

/** How many browsers have a canary, and whether its ramp goes on. */
function shareWords(board: Board, app: string, { percent, ramp }: Canary): string {
  if (ramp === undefined) return `${percent} % of browsers`;
  const isHeld = ramp.paused || board.ramps[app]?.state === 'doubt' || isShut(board, app);
  return `${percent} % of browsers, ${isHeld ? 'its ramp is held' : 'on a ramp'}`;
}

/** What visitors see in whose browsers the build fails. */
function standInWords(board: Board, app: string, isCanary: boolean): string {
  const { builds = {}, fallbacks = {} } = board.current ?? {};
  const standIn = isCanary ? builds[app] : fallbacks[app];
  if (standIn === undefined) return 'Those visitors get no other build in its place.';
  const which = isCanary ? 'the live build' : 'an earlier build';
  return `Those visitors see ${nameOf(board, standIn)}, ${which}.`;
}

function liveWords({ current, builds }: Board, app: string): string {
  const live = builds.find((one) => one.app === app && one.build === current?.builds[app]);
  if (live === undefined || live.browsers.browsers === 0) {
    return 'Of the live build no browser has reported lately.';
  }
  const { browsers, failed } = live.browsers;
  if (severityOf(live) === 'calm') return 'Live is fine.';
  return `The live build fails too, in ${failed} of ${browsers}.`;
}

/** Whether the registry takes it back by itself, where it does not yet. */
function judgedWords({ minNetworks }: Board, { networks }: BuildHealth, left: boolean): string[] {
  if (left) return ['The registry leaves it to you.'];
  if (networks === 0 || networks >= minNetworks) return [];
  return [
    `All are of ${counted(networks, 'network')}: the registry judges from ${minNetworks} on.`,
  ];
}

function remedyOf(board: Board, channel: string, app: string, isCanary: boolean): Remedy | null {
  const { builds = {}, canaries = {} } = board.current ?? {};
  const to = isCanary ? builds[app] : board.before[app];
  const there = channelWords(channel);
  if (to === undefined) {
    if (isShut(board, app)) return null;
    return {
      kind: 'promote',
      app,
      words: 'Release another build',
      command: `promote ${app}${there}`,
    };
  }
  if (isCanary) {
    return { kind: 'abort', app, to, words: 'End the canary', command: `abort ${app}${there}` };
  }
  const words = `Go back to ${nameOf(board, to)}`;
  const live = canaries[app] === undefined ? '' : ' --live';
  return { kind: 'rollback', app, to, words, command: `rollback ${app}${live}${there}` };
}

function recallOf(board: Board, { app, build, ran, left }: RecallProgress): Concern[] {
  if (left >= ran) return [];
  const says = `Recall of ${app} ${nameOf(board, build)}: ${ran - left} of ${counted(ran, 'tab')} still run it.`;
  return [concern('recall', 'watch', app, says, afterRecall(board, app))];
}

/** What visitors get while open tabs leave a build that was recalled: nobody has to press anything. */
export function afterRecall(board: Board, app: string): string {
  return `${getsWords(board, app)} Open tabs leave by themselves.`.trim();
}

/** A build that the registry took back since the live one came. */
function takenBack(board: Board, taken: Condemned): Concern[] {
  const { app, build, by, revision } = taken;
  const lives = board.since[app];
  const isCanary = board.current?.canaries[app]?.build === build;
  if (by !== theRegistry.name || isCanary || revision < (lives?.revision ?? 0)) return [];
  // A recall of it may be under way, which says more.
  if (board.recalls.some((one) => one.build === build && one.left < one.ran)) return [];
  const name = nameOf(board, build);
  const says =
    taken.why === 'paused'
      ? `Canary ${name} of ${app} failed: the registry took it from all browsers.`
      : `${app} ${name} failed: the registry took it back.`;
  const meanwhile = `${getsWords(board, app)} Nothing has to be done at once.`.trim();
  return [concern('taken-back', 'watch', app, says, meanwhile)];
}

function getsWords(board: Board, app: string): string {
  const live = board.current?.builds[app];
  return live === undefined ? '' : `Visitors get ${nameOf(board, live)}.`;
}

function allWell({ builds, tabs }: Board): Concern {
  const browsers = Math.max(0, ...builds.map((one) => one.browsers.browsers));
  const heard = `no failure in ${counted(browsers, 'browser')} lately, ${counted(tabs, 'open tab')}`;
  if (browsers === 0) {
    const says = 'Not known: no browser has reported lately.';
    return concern('unheard', 'calm', null, says, 'Open the site to see whether it answers.');
  }
  return concern('well', 'calm', null, `All is well: ${heard}.`);
}
