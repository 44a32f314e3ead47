import type { Clock } from '@tallystick/timing/clock';
import type { Fields } from '../fields/fields.ts';

/** What the person at this page is doing. */
export interface UserActivity {
  /** Something is half filled in the page. */
  dirty: boolean;
  /** They type, scroll, select or point, or did so a moment ago. */
  active: boolean;
}

const signs = [
  'keydown',
  'input',
  'pointerdown',
  'pointerup',
  'wheel',
  'touchmove',
  'scroll',
  'selectionchange',
] as const;
/** Milliseconds of stillness that make a moment quiet. */
const quietMs = 2_000;

/** Tells what the person is doing, at each change and every two seconds; returns how to stop. */
export function watchUserActivity(
  fields: Pick<Fields, 'dirty'>,
  clock: Clock,
  report: (activity: UserActivity) => void,
): () => void {
  let reported: UserActivity | null = null;
  let moved = true;
  let cancel = () => {};

  const reportActivity = (active: boolean) => {
    const activity = { dirty: fields.dirty(), active };
    if (reported?.dirty === activity.dirty && reported.active === active) return;
    reported = activity;
    report(activity);
  };
  const look = () => {
    reportActivity(moved);
    moved = false;
    // A field can go without anybody's doing, so this looks again.
    cancel = clock(quietMs, look);
  };
  const move = () => {
    moved = true;
    reportActivity(true);
  };

  for (const sign of signs) document.addEventListener(sign, move, { capture: true, passive: true });
  look();
  return () => {
    cancel();
    for (const sign of signs) document.removeEventListener(sign, move, { capture: true });
  };
}
