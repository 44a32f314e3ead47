import { every } from '@tallystick/store/repeat';
import { stateOf } from '../../src/audit/replay.ts';
import { beganAt, type MayNot, mayNot } from '../../src/channel/automatic.ts';
import type { Revision } from '../../src/contract/channel.ts';
import type { Rates, Verdict } from '../../src/contract/health.ts';
import type { PartContext } from '../../src/part/part.ts';
import { act } from './act.ts';
import { assess, type ChannelHealth, type Finding, wanted } from './assess.ts';
import { readFigures, readKinds } from './browsers.ts';
import { keepRates, readKept } from './kept.ts';
import type { HealthSettings } from './settings.ts';
import { verdictWords } from './words.ts';

/** A build that is left to people is noted again after so long, in milliseconds. */
const repeatAfterMs = 60_000;
const maxReported = 10_000;

/** Looks at what browsers say of the builds of each channel, and does what the rule says. */
export function openWatch(context: PartContext, settings: HealthSettings) {
  const { db, audit, notify, flushReports, watchPace, now, log } = context;
  /** When each build that is left to people was last reported. */
  const reported = new Map<string, number>();
  let trouble = false;

  /** @param note takes what could not be written, which is in the way of nothing */
  async function lookAt(channel: string, note: (error: unknown) => void): Promise<void> {
    const { current, past, condemned } = stateOf(await audit.follow(), channel);
    if (current === null) return;
    const at = now();
    const oldest = new Date(at - settings.window).toISOString();
    const since = Object.fromEntries([...past].map(([app, { newest }]) => [app, newest.at]));
    const figures = await readFigures(db, channel, { since, oldest }, settings.perNetwork);
    if (figures.length === 0) return;
    const given = figures.filter(
      ({ app, build }) => current.builds[app] === build || current.canaries[app]?.build === build,
    );
    await keepRates(db, channel, given, { now: at, window: settings.window }).catch(note);
    if (settings.mode === 'off') return;
    const health = { current, past, condemned, figures };
    const kept = new Map<string, Rates>();
    for (const [app, build] of wanted(settings.rule, health)) {
      const beginning = Math.max(at - settings.window, Date.parse(since[app] ?? oldest));
      // For the live build, rates kept within this window are the ones being judged: look further back.
      const goesOn = current.builds[app] === build;
      const before = goesOn ? beginning - settings.window : beginning;
      kept.set(`${app}@${build}`, await readKept(db, channel, { app, build }, before));
    }
    const judged = { ...health, kept };
    for (const finding of assess(settings.rule, judged)) {
      // What was found is of the channel as it was.
      if (await respond(judged, finding, at, note)) return;
    }
  }

  /** Whether the channel has moved since it was looked at. */
  async function respond(
    { current, past }: ChannelHealth,
    finding: Finding,
    at: number,
    note: (error: unknown) => void,
  ): Promise<boolean> {
    const { app, build, figures, against, chance } = finding;
    const { channel } = current;
    const own = past.get(app);
    if (own?.live === undefined) return false;
    const from = Math.max(at - settings.window, Date.parse(own.newest.at));
    const all = await readKinds(db, channel, new Date(from).toISOString());
    const reports = all.find((one) => one.app === app && one.build === build)?.kinds ?? {};
    // Read a moment later than the figures: browsers that failed since are not in these.
    const kinds = Object.fromEntries(
      Object.entries(reports).map(([kind, n]) => [kind, Math.min(n, figures.failed)]),
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
    const reserved = whyLeft(finding, own.live.at, at);
    if (reserved !== null) {
      const began = beganAt({ current, past }, finding) ?? own.live.revision;
      await leave(current, verdict, began, reserved, at).catch(note);
      return false;
    }
    const done = await act(context, { current, verdict, recall: settings.recall }, at);
    if (done.ok) {
      const { revision, kind, reason } = done.value;
      log(`${channel}: revision ${revision}, ${kind} by the registry: ${reason}`);
    } else if (done.code !== 'moved') {
      await leave(current, verdict, done.began, done, at).catch(note);
      return false;
    }
    return true;
  }

  /** Why a build is left to people; null: it is not. `since`: when the app's live build came (ISO). */
  function whyLeft(
    { role, figures: { networks }, networksNeeded, sharedWith }: Finding,
    since: string,
    at: number,
  ): MayNot | null {
    if (settings.mode === 'alert') {
      return mayNot('alert-only', 'the rule is to alert only (HEALTH_RULE)');
    }
    if (sharedWith !== null) {
      return mayNot('shared', `${sharedWith} fails as well, which nobody moved`);
    }
    if (role === 'canary') return null;
    if (at - Date.parse(since) > settings.trial) {
      return mayNot('long-live', `it went well since ${since}, so it may be something else`);
    }
    if (networks >= networksNeeded) return null;
    return mayNot('few-networks', `${networks} networks say so, and it takes ${networksNeeded}`);
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
    const text = `${app} ${build} ${verdictWords(verdict)}. Nothing was done: ${problem}.`;
    const iso = new Date(at).toISOString();
    const notice = { kind: 'left', channel, app, build, revision, at: iso, text, verdict } as const;
    await notify(db, key, notice);
    if (reported.size > maxReported) reported.clear();
    reported.set(key, at);
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

  const looks = every(watchPace, lookAll);
  return {
    /** Looks at every channel, with all that was reported until now. */
    look: looks.again,
    close: looks.close,
  };
}
