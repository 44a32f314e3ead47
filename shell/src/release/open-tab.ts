import type { TabReport } from '@tallystick/shared/contracts/release-news';
import type { Clock } from '@tallystick/shared/machine/clock';
import type { Fields } from '../fields/fields.ts';
import type { ReleaseAnswer } from './ask-release.ts';
import type { Notice, ReleaseInput } from './inputs.ts';
import { createNewsLine } from './news-line.ts';
import type { ConnectNews } from './news-stream.ts';
import type { ReleaseMachine } from './release-machine.ts';
import { createReports } from './reports.ts';
import { keepScrollAndFocus } from './scroll-and-focus.ts';
import { isPageWithheld, runningBuild } from './state.ts';
import { watchUserActivity } from './user-activity.ts';

export interface OpenTabParts {
  release: ReleaseMachine;
  fields: Fields;
  /** Names this page as long as it lives. */
  tab: string;
  newsName: string;
  locks: LockManager | undefined;
  connect: ConnectNews;
  ask: () => Promise<ReleaseAnswer>;
  /** What the page reports by; null: nothing. */
  ticket: () => string | null;
  send: (report: TabReport) => Promise<boolean>;
  sendLast: (report: TabReport) => void;
  notify: (notice: Notice) => void;
  reload: (shell: string) => void;
  clock: Clock;
  /** From 0 up to 1. */
  random: () => number;
}

/** What people, the page and the browser tell an open tab. */
export interface OpenTab {
  dispatch(
    input: Extract<ReleaseInput, { type: 'later' | 'accepted' | 'dismissed' | 'back' }>,
  ): void;
  /** The page is there, or is back; it goes, or rests; the network is back. */
  show(): void;
  hide(): void;
  online(): void;
}

/** Lets a page follow its channel: brings the machine of states.md news, and reports what it runs. */
export function openTab(parts: OpenTabParts): OpenTab {
  const { release, fields, clock, random, notify, reload } = parts;
  const { dispatch, state } = release;
  const { channel } = state().newest;
  let stopWatching = () => {};
  /** Brings scroll and focus back once the page that is being made anew is there. */
  let restore: (() => void) | null = null;
  const keep = () => {
    const content = document.getElementById('content');
    restore = content === null ? null : keepScrollAndFocus(content);
  };

  release.connectOpenTab({
    renewing() {
      // Without its content a page is shorter than it was scrolled.
      if (!isWithheld) keep();
    },
    ask() {
      void parts.ask().then((answer) => {
        if (answer.ok) dispatch({ type: 'release', release: answer.release });
        else dispatch({ type: 'no-release', why: answer.why });
      });
    },
    notify,
    watch(on) {
      stopWatching();
      stopWatching = on
        ? watchUserActivity(fields, clock, (activity) =>
            dispatch({ type: 'activity', ...activity }),
          )
        : () => {};
    },
    reload,
  });
  let isWithheld = isPageWithheld(state());
  let running = runningBuild(state());
  release.subscribe(() => {
    if (isPageWithheld(state()) !== isWithheld) {
      isWithheld = !isWithheld;
      // React takes it away only after this.
      if (isWithheld) keep();
    }
    const now = runningBuild(state());
    if (now === running) return;
    running = now;
    if (now === null) return;
    restore?.();
    restore = null;
  });
  const line = createNewsLine({
    name: parts.newsName,
    locks: parts.locks,
    connect: parts.connect,
    clock,
    random,
    onNews: ({ channel: of, revision, recalled }) => {
      if (of === channel) dispatch({ type: 'news', revision, recalled });
    },
  });
  const { tab, ticket, send, sendLast } = parts;
  const reports = createReports({ tab, release, clock, ticket, send, sendLast });

  return {
    dispatch,
    show() {
      line.join();
      reports.start();
    },
    hide() {
      line.leave();
      reports.leave();
    },
    online() {
      line.nudge();
      dispatch({ type: 'online' });
    },
  };
}
