import type { Clock } from '@tallystick/shared/realtime/clock';
import type { Fields } from '../fields/fields.ts';

/** What the person at this page is doing. */
export interface Hands {
  halfFilled: boolean;
  /** They type, scroll, select or point, or did so a moment ago. */
  acting: boolean;
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
const moment = 2_000;

/** Tells what the person is doing, at each change and every two seconds; returns how to stop. */
export function watchHands(fields: Fields, clock: Clock, tell: (hands: Hands) => void): () => void {
  let told: Hands | null = null;
  let moved = true;
  let callOff = () => {};

  const say = (acting: boolean) => {
    const hands = { halfFilled: fields.halfFilled(), acting };
    if (told?.halfFilled === hands.halfFilled && told.acting === acting) return;
    told = hands;
    tell(hands);
  };
  const look = () => {
    say(moved);
    moved = false;
    // A field can go without anybody's doing, so this looks again.
    callOff = clock(moment, look);
  };
  const move = () => {
    moved = true;
    say(true);
  };

  for (const sign of signs) document.addEventListener(sign, move, { capture: true, passive: true });
  look();
  return () => {
    callOff();
    for (const sign of signs) document.removeEventListener(sign, move, { capture: true });
  };
}
