import type { Fields } from '../fields/fields.ts';
import type { ReleaseAnswer } from './ask-release.ts';
import type { ReleaseInput } from './inputs.ts';
import { createNewsLine, type NewsLineParts } from './news-line.ts';
import type { OpenTabEffects, ReleaseMachine } from './release-machine.ts';
import { createReports, type ReportParts } from './reports.ts';
import { keepScrollAndFocus } from './scroll-and-focus.ts';
import { isPageWithheld, runningBuild } from './state.ts';
import { watchUserActivity } from './user-activity.ts';

export interface OpenTabParts
  extends ReportParts,
    Omit<NewsLineParts, 'name' | 'onNews'>,
    Pick<OpenTabEffects, 'notify' | 'reload'> {
  release: ReleaseMachine;
  fields: Fields;
  newsName: string;
  ask: () => Promise<ReleaseAnswer>;
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
  const { release, fields, clock, notify, reload } = parts;
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
    ...parts,
    name: parts.newsName,
    onNews: ({ channel: of, revision, recalled }) => {
      if (of === channel) dispatch({ type: 'news', revision, recalled });
    },
  });
  const reports = createReports(parts);

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
