import type { TabReport, Vitals } from '@tallystick/contract/release-news';
import type { Clock } from '@tallystick/timing/clock';
import { type Happened, joined, nothing } from './happened.ts';
import type { ReleaseMachine } from './release-machine.ts';
import { runningBuilds } from './state.ts';
import { createVitalsNews } from './vitals.ts';

export interface ReportParts {
  release: Pick<ReleaseMachine, 'state' | 'dispatch' | 'subscribe'>;
  clock: Clock;
  /** What the page reports by; null: nothing; undefined: it is on its way. */
  ticket: () => string | null | undefined;
  /** How the page does, as far as it is known. */
  vitals: () => Vitals;
  /** Resolves to whether it arrived. */
  send: (report: TabReport) => Promise<boolean>;
  /** For a page that goes: nobody waits for an answer. */
  sendLast: (report: TabReport) => void;
}

/** Milliseconds between reports of a page in which nothing changes. */
const intervalMs = 30_000;
/** Changes that belong together, such as one build going and another coming, make one report. */
const batchMs = 50;

/**
 * Reports what really runs in this page, as the code itself says. That is the build of the shell,
 * and the build of the remote whose components are in the page now.
 */
export function createReports(parts: ReportParts) {
  const { release, clock, send, sendLast } = parts;
  /** Names this page as long as it lives. */
  const tab = crypto.randomUUID();
  let sequence = 0;
  let stop: (() => void) | null = null;
  let cancel = () => {};
  /** What did not arrive. */
  let unsent: Happened = nothing;
  const vitalsNews = createVitalsNews(parts.vitals, clock);

  const takeAll = (): Happened => {
    const all = joined(unsent, release.state().happened);
    unsent = nothing;
    release.dispatch({ type: 'reported' });
    return all;
  };

  const compose = ({ errors, ...happened }: Happened, leaving: boolean): TabReport => {
    sequence += 1;
    const state = release.state();
    const { shell, shown } = state;
    const ticket = parts.ticket();
    const vitals = vitalsNews.due(leaving);
    return {
      tab,
      sequence,
      channel: shown.channel,
      revision: shown.revision,
      running: { [shell.app]: shell.build, ...runningBuilds(state) },
      ...happened,
      ...(errors.length > 0 && { errors }),
      ...(Object.keys(vitals).length > 0 && { vitals }),
      leaving,
      ...(typeof ticket === 'string' && { ticket }),
    };
  };

  const wait = (milliseconds: number) => {
    cancel();
    cancel = clock(milliseconds, report);
  };

  const report = () => {
    // A report before the ticket has come would not count.
    if (parts.ticket() === undefined) return wait(batchMs);
    wait(intervalMs);
    const happened = takeAll();
    const composed = compose(happened, false);
    void send(composed).then((arrived) => {
      if (arrived) vitalsNews.arrived(composed.vitals);
      else unsent = joined(unsent, happened);
    });
  };

  /** Hears of what is worth a report: what runs, and what happened. */
  const follow = () => {
    let last = release.state();
    return release.subscribe(() => {
      const before = last;
      last = release.state();
      const { happened } = last;
      const isNew = happened !== before.happened && happened !== nothing;
      const runs = last.mounted !== before.mounted || last.widgets !== before.widgets;
      if (isNew || runs) wait(batchMs);
    });
  };

  return {
    /** Reports what runs: first after `batchMs`, then at each change and each `intervalMs`. */
    start() {
      if (stop !== null) return;
      const unfollow = follow();
      const giveUp = vitalsNews.follow();
      stop = () => {
        unfollow();
        giveUp();
      };
      wait(batchMs);
    },
    /** The page goes, or rests in the browser's cache; `start` when it is back. */
    leave() {
      if (stop === null) return;
      stop();
      stop = null;
      cancel();
      const last = compose(takeAll(), true);
      sendLast(last);
      vitalsNews.arrived(last.vitals);
    },
  };
}
