import type { Fields } from '../fields/fields.ts';
import type { ReleaseAnswer } from './ask-release.ts';
import type { Notice } from './inputs.ts';
import { createNewsLine, type NewsLineParts } from './news-line.ts';
import type { ReleaseMachine } from './release-machine.ts';
import type { Releases } from './releases.ts';
import { createReports, type ReportParts } from './reports.ts';
import { keepScrollAndFocus } from './scroll-and-focus.ts';
import { hasPageGraceExpired, runningBuild } from './state.ts';
import { watchUserActivity } from './user-activity.ts';
import { type Lost, watchLost } from './watch-lost.ts';

/** The number rises when tabs of two shells would misunderstand each other. */
const newsName = 'tallystick-news-1';

export interface OpenTabParts
  extends ReportParts,
    Omit<NewsLineParts, 'name' | 'onNews' | 'onBeat'> {
  release: ReleaseMachine & Pick<Releases, 'blockers'>;
  fields: Fields;
  ask: () => Promise<ReleaseAnswer>;
  notify: (notice: Notice) => void;
  /** Told what a recall takes away unsaved. */
  lost: (lost: Lost) => void;
  reload: (shell: string) => void;
}

/** What is no answer of this site's, such as a release of another channel: asked again. */
const unreachable = { type: 'no-release', why: 'unreachable' } as const;

/** What the page and the browser tell an open tab. */
export type OpenTab = ReturnType<typeof openTab>;

/** Lets a page follow its channel: brings the machine of states.md news, and reports what it runs. */
export function openTab(parts: OpenTabParts) {
  const { release, fields, clock, notify, reload } = parts;
  const { dispatch, state } = release;
  const { channel } = state().newest;
  const isOurs = (answer: ReleaseAnswer) =>
    answer.type === 'no-release' ||
    answer.release.channel === channel ||
    // It may be of any channel.
    answer.release.preview !== undefined;
  const unsaved = { dirty: () => fields.dirty() || release.blockers.any() };
  watchLost(release, fields, parts.lost);
  let stopWatching = () => {};
  /** Brings scroll and focus back once the page that is being made anew is there. */
  let restore: (() => void) | null = null;
  const keep = () => {
    restore = keepScrollAndFocus();
  };

  release.connectOpenTab((effect) => {
    switch (effect.type) {
      case 'renew':
        // Without its content a page is shorter than it was scrolled.
        if (!graceExpired) keep();
        return;
      case 'ask':
        void parts.ask().then((answer) => dispatch(isOurs(answer) ? answer : unreachable));
        return;
      case 'notify':
        return notify(effect);
      case 'watch':
        stopWatching();
        stopWatching = effect.on
          ? watchUserActivity(unsaved, clock, (activity) =>
              dispatch({ type: 'activity', ...activity }),
            )
          : () => {};
        return;
      case 'reload':
        return reload(effect.shell);
    }
  });
  let graceExpired = hasPageGraceExpired(state());
  let running = runningBuild(state());
  release.subscribe(() => {
    if (hasPageGraceExpired(state()) !== graceExpired) {
      graceExpired = !graceExpired;
      // React takes it away only after this.
      if (graceExpired) keep();
    }
    const now = runningBuild(state());
    if (now === running) return;
    running = now;
    if (now === null) return;
    restore?.();
    restore = null;
  });
  const line = createNewsLine({
    ...parts,
    name: newsName,
    onNews: ({ channel: of, revision, recalled }) => {
      if (of === channel) dispatch({ type: 'news', revision, recalled });
    },
  });
  const reports = createReports(parts);

  return {
    dispatch,
    /** The page is there, or is back. */
    show() {
      line.join();
      reports.start();
    },
    /** The page goes, or rests. */
    hide() {
      line.leave();
      reports.leave();
    },
    /** The network is back. */
    online() {
      line.nudge();
      dispatch({ type: 'online' });
    },
  };
}
