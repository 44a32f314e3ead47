import { every } from '@tallystick/store/repeat';
import { newestOf, pastsOf, type Replay } from '../audit/replay.ts';
import { beganAt, type MayNot, mayNot } from '../channel/automatic.ts';
import type { Context } from '../context.ts';
import type { Revision } from '../contract/channel.ts';
import type { Rates, Verdict } from '../contract/health.ts';
import { putNotice } from '../notice/notices.ts';
import { act } from './act.ts';
import { assess, type ChannelHealth, type Finding, wanted } from './assess.ts';
import { readFigures, readKinds } from './browsers.ts';
import { keepRates, readKept } from './kept.ts';
import { type Origin, originsOf } from './origins.ts';
import { verdictWords } from './words.ts';

/** A build that is left to people is noted again after so long, in milliseconds. */
const repeatAfterMs = 60_000;
const maxReported = 10_000;

/**
 * Looks at what browsers say of the builds of each channel, and does what the rule says.
 *
 * @param pace between two looks, in milliseconds
 */
export function openWatch(context: Context, pace: number) {
  const { db, audit, settings, flushReports, now, log } = context;
  /** When each build that is left to people was last reported. */
  const reported = new Map<string, number>();
  let trouble = false;

  /** @param note takes what could not be written, which is in the way of nothing */
  async function lookAt(channel: string, note: (error: unknown) => void): Promise<void> {
    const replay = await audit.follow();
    const current = newestOf(replay, channel);
    if (current === null) return;
    const at = now();
    const found = originsOf(replay, current);
    const oldest = new Date(at - settings.window).toISOString();
    const since = Object.fromEntries(
      Object.entries(found).map(([app, { movedAt }]) => [app, movedAt]),
    );
    const figures = await readFigures(db, channel, { since, oldest }, settings.perNetwork);
    if (figures.length === 0) return;
    const given = figures.filter(
      ({ app, build }) => current.builds[app] === build || current.canaries[app]?.build === build,
    );
    await keepRates(db, channel, given, { now: at, window: settings.window }).catch(note);
    if (settings.mode === 'off') return;
    const health = { current, origins: found, figures };
    const kept = new Map<string, Rates>();
    for (const [app, build] of wanted(settings.rule, health)) {
      const beginning = Math.max(at - settings.window, Date.parse(found[app]?.movedAt ?? oldest));
      // For the live build, rates kept within this window are the ones being judged: look further back.
      const goesOn = current.builds[app] === build;
      const before = goesOn ? beginning - settings.window : beginning;
      kept.set(`${app}@${build}`, await readKept(db, channel, { app, build }, before));
    }
    const judged = { ...health, kept };
    for (const finding of assess(settings.rule, judged)) {
      // What was found is of the channel as it was.
      if (await respond(replay, judged, finding, at)) return;
    }
  }

  /** Whether the channel has moved since it was looked at. */
  async function respond(
    replay: Replay,
    { current, origins: found }: ChannelHealth,
    finding: Finding,
    at: number,
  ): Promise<boolean> {
    const { app, build, role, figures, against, chance } = finding;
    const { channel } = current;
    const origin = found[app];
    if (origin === undefined) return false;
    const from = Math.max(at - settings.window, Date.parse(origin.movedAt));
    const all = await readKinds(db, channel, new Date(from).toISOString());
    const own = all.find((one) => one.app === app && one.build === build)?.kinds ?? {};
    // Read a moment later than the figures: browsers that failed since are not in these.
    const kinds = Object.fromEntries(
      Object.entries(own).map(([kind, n]) => [kind, Math.min(n, figures.failed)]),
    );
    const verdict: Verdict = {
      app,
      build,
      ...figures,
      kinds,
      against,
      chance,
      seconds: Math.round((at - from) / 1_000),
    };
    const reserved = role === 'live' ? leaveAlone(finding, origin, at) : leaveCanary(finding);
    if (reserved !== null) {
      const began = beganAt({ current, past: pastsOf(replay, channel, [app]) }, finding);
      await leave(current, verdict, began ?? origin.live, reserved, at);
      return false;
    }
    const done = await act(context, { current, verdict, recall: settings.recall }, at);
    if (done.ok) {
      const { revision, kind, reason } = done.value;
      log(`${channel}: revision ${revision}, ${kind} by the registry: ${reason}`);
    } else if (done.code !== 'moved') {
      await leave(current, verdict, done.began, done, at);
      return false;
    }
    return true;
  }

  function leaveCanary({ sharedWith }: Finding): MayNot | null {
    if (settings.mode === 'alert') {
      return mayNot('alert-only', 'the rule is to alert only (HEALTH_RULE)');
    }
    return sharedWith === null
      ? null
      : mayNot('shared', `${sharedWith} fails as well, which nobody moved`);
  }

  function leaveAlone(finding: Finding, { liveAt }: Origin, at: number): MayNot | null {
    const either = leaveCanary(finding);
    if (either !== null) return either;
    if (at - Date.parse(liveAt) > settings.trial) {
      return mayNot('long-live', `it went well since ${liveAt}, so it may be something else`);
    }
    const { networks } = finding.figures;
    return networks >= finding.networksNeeded
      ? null
      : mayNot(
          'few-networks',
          `${networks} networks say so, and it takes ${finding.networksNeeded}`,
        );
  }

  /**
   * Reports to people, once for each build and each reason; that it is still so is noted for the
   * board.
   */
  async function leave(
    { channel }: Revision,
    verdict: Verdict,
    revision: number,
    { code, problem }: MayNot,
    at: number,
  ): Promise<void> {
    const { app, build } = verdict;
    const key = `left ${channel} ${app} ${build} ${revision} ${code}`;
    const last = reported.get(key);
    if (last !== undefined && at - last < repeatAfterMs) return;
    if (reported.size > maxReported) reported.clear();
    reported.set(key, at);
    const text = `${app} ${build} ${verdictWords(verdict)}. Nothing was done: ${problem}.`;
    const iso = new Date(at).toISOString();
    const notice = { kind: 'left', channel, app, build, revision, at: iso, text, verdict } as const;
    await putNotice(db, key, notice);
    if (last === undefined) log(`${channel}: ${text}`);
  }

  async function lookAll(): Promise<void> {
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(error);
    // What could be written is judged, and each channel by itself.
    await flushReports().catch(note);
    const channels = await audit.follow().then(({ channels }) => [...channels.keys()], note);
    for (const channel of channels ?? []) await lookAt(channel, note).catch(note);
    const wasTrouble = trouble;
    trouble = failures.length > 0;
    if (!trouble) return;
    // The next look tries again; log only the first failure.
    if (!wasTrouble)
      log(`The health of builds cannot be judged as it should be now: ${failures[0]}`);
    throw failures[0];
  }

  const looks = every(pace, lookAll);
  return {
    /** Looks at every channel, with all that was reported until now. */
    look: async (): Promise<void> => {
      // The look under way may have started before the last report came.
      await looks.idle();
      await looks.run();
    },
    close: looks.close,
  };
}
