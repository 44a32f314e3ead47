import type { TabReport } from '@tallystick/shared/contracts/release-news';
import type { Clock } from '@tallystick/shared/machine/clock';
import type { AppBuild, Happened, Running } from '../federation/running.ts';

export interface ReportParts {
  /** Names this page as long as it lives. */
  tab: string;
  channel: string;
  shell: AppBuild;
  /** The revision whose routes the page has. */
  revision: () => number;
  running: Running;
  clock: Clock;
  /** Resolves to whether it arrived. */
  send: (report: TabReport) => Promise<boolean>;
  /** For a page that goes: nobody waits for an answer. */
  sendLast: (report: TabReport) => void;
}

export interface Reports {
  /** Says what runs, at once and from now on. */
  start(): void;
  /** The page goes, or rests in the browser's cache; `start` when it is back. */
  leave(): void;
}

/** Milliseconds between reports of a page in which nothing changes. */
const interval = 30_000;
/** How much of what did not arrive is kept. */
const most = 50;
/** Changes that belong together, such as one build going and another coming, make one report. */
const together = 50;

/**
 * Tells what really runs in this page: the build that the shell's code carries, and the one that the
 * code of the remote carries whose components are in the page now.
 */
export function createReports(parts: ReportParts): Reports {
  const { tab, channel, shell, revision, running, clock, send, sendLast } = parts;
  let sequence = 0;
  let stop: (() => void) | null = null;
  let cancel = () => {};
  /** What did not arrive. */
  let untold: Happened | null = null;

  const takeAll = (): Happened => {
    const all = joined(untold, running.take());
    untold = null;
    return all;
  };

  const compose = (happened: Happened, leaving: boolean): TabReport => {
    sequence += 1;
    return {
      tab,
      sequence,
      channel,
      revision: revision(),
      running: { [shell.app]: shell.build, ...running.builds() },
      ...happened,
      leaving,
    };
  };

  const wait = (milliseconds: number) => {
    cancel();
    cancel = clock(milliseconds, report);
  };

  const report = () => {
    wait(interval);
    const happened = takeAll();
    void send(compose(happened, false)).then((arrived) => {
      if (!arrived) untold = joined(untold, happened);
    });
  };

  return {
    start() {
      if (stop !== null) return;
      stop = running.onChange(() => wait(together));
      wait(together);
    },
    leave() {
      if (stop === null) return;
      stop();
      stop = null;
      cancel();
      sendLast(compose(takeAll(), true));
    },
  };
}

function joined(one: Happened | null, other: Happened): Happened {
  if (one === null) return other;
  return {
    loads: [...one.loads, ...other.loads].slice(-most),
    failures: [...one.failures, ...other.failures].slice(-most),
    steps: [...one.steps, ...other.steps].slice(-most),
    recovered: [...one.recovered, ...other.recovered].slice(-most),
  };
}
