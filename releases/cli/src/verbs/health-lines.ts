import type { Board, BuildHealth } from '@tallystick/registry/contract/board';
import { ago, counted } from '../command/figures.ts';
import type { Io } from '../io.ts';

/** Browsers of the last minutes in which a build failed, of those that had it; none: nothing. */
export function browsersCell({ browsers }: BuildHealth): string {
  return browsers.browsers === 0 ? '' : `${browsers.failed} of ${browsers.browsers}`;
}

/** Half of the loads, and 19 of 20, were there within so many milliseconds. */
export function tookCell({ took }: BuildHealth): string {
  return took === null ? '' : `${took.median} / ${took.p95} ms`;
}

/**
 * What is wrong with history, what is paused, what was left to people, how builds fail, and what the policy of
 * pages refuses them: a line each.
 */
export function healthLines({ current, builds, left, breaches, alerts }: Board, io: Io): string[] {
  const paused = Object.entries(current?.held ?? {}).map(
    ([app, { build, percent, at, reason }]) =>
      `${io.paint('bad', 'paused')} ${app} ${build} (was for ${percent} %), ${ago(at, io.now())}: ${reason}. ` +
      `A manager may end that: resume ${app}`,
  );
  const failing = builds.filter(({ kinds }) => Object.keys(kinds).length > 0);
  const ways = failing.map(({ app, build, kinds, steps, recovered }) => {
    const list = Object.entries(kinds).map(([kind, n]) => `${kind} ${n}`);
    const ladder = steps === 0 ? '' : `; ${steps} fell back, ${recovered} came again`;
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
      `(${counted(reports, 'report')}, first ${ago(firstSeen, io.now())})`,
  );
  return [...history, ...leftToPeople, ...paused, ...ways, ...refused];
}
