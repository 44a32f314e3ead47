import * as v from 'valibot';
import type { Position } from '../live/chunks.ts';

const digits = 16;

/** An offset of the stream: the number of the last event before it. All have the same length, so they sort as text. */
export function offsetOf(sequence: number): string {
  return String(sequence).padStart(digits, '0');
}

/** `-1` is the oldest event that is kept, `now` the end. */
export const offsetSchema = v.pipe(v.string(), v.regex(/^(?:-1|now|\d{16})$/));

/** @param offset one that fits `offsetSchema` */
export function positionOf(offset: string): Position {
  if (offset === '-1') return 'oldest';
  return offset === 'now' ? 'newest' : Number(offset);
}
