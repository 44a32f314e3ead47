import { beganAt } from '../../src/channel/automatic.ts';
import type { Verdict } from '../../src/contract/health.ts';
import type { PartContext } from '../../src/part/part.ts';
import type { Reader } from '../../src/store/writes.ts';
import { act } from './act.ts';
import type { ChannelHealth, Finding } from './assess.ts';
import { readKinds } from './browsers.ts';
import { openLeaving } from './leave-to-people.ts';
import type { HealthSettings } from './settings.ts';
import { whyLeft } from './why-left.ts';
import { judgedWindow } from './window.ts';

/** Does what the rule says about a build that fails: acts, or leaves it to people. */
export function openResponse(context: PartContext, settings: HealthSettings) {
  const { db, log } = context;
  const leave = openLeaving(context);

  /**
   * @param at milliseconds since 1970
   * @param note takes an error of a report to people, which keeps nothing else from being done
   * @returns whether the channel has moved since it was judged
   */
  return async function respond(
    { current, past }: ChannelHealth,
    finding: Finding,
    at: number,
    note: (error: unknown) => void,
  ): Promise<boolean> {
    const { channel } = current;
    const own = past.get(finding.app);
    if (own?.live === undefined) return false;
    const { from } = judgedWindow(Date.parse(own.newest.at), at, settings.window);
    const verdict = await readVerdict(db, channel, finding, { from, at });
    const reserved = whyLeft(settings, finding, own.live.at, at);
    if (reserved !== null) {
      const revision = beganAt({ current, past }, finding) ?? own.live.revision;
      await leave({ channel, verdict, revision }, reserved, at).catch(note);
      return false;
    }
    const done = await act(context, { current, verdict }, settings, at);
    if (done.ok) {
      const { revision, kind, reason } = done.value;
      log(`${channel}: revision ${revision}, ${kind} by the registry: ${reason}`);
    } else if (done.code !== 'moved') {
      await leave({ channel, verdict, revision: done.began }, done, at).catch(note);
      return false;
    }
    return true;
  };
}

/** The figures of a finding, with the kinds of failures. `from` and `at` in milliseconds since 1970. */
async function readVerdict(
  db: Reader,
  channel: string,
  { app, build, figures, against, chance, slow }: Finding,
  { from, at }: { from: number; at: number },
): Promise<Verdict> {
  const all = await readKinds(db, channel, new Date(from).toISOString());
  const reports = all.find((one) => one.app === app && one.build === build)?.kinds ?? {};
  // They are read after the figures, so they may count browsers that failed since then.
  const kinds = Object.fromEntries(
    Object.entries(reports).map(([kind, n]) => [kind, Math.min(n, figures.failed)]),
  );
  const seconds = Math.round((at - from) / 1_000);
  return { app, build, ...figures, kinds, against, chance, seconds, ...(slow && { slow }) };
}
