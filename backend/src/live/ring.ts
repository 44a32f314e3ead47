import type { Frame } from './frame.ts';

export type Ring = ReturnType<typeof createRing>;

/**
 * The newest events in memory, so that readers who come back together after a cut do not all ask
 * the database. Holds every event after `floor` up to `newest`.
 */
export function createRing(maxBytes: number) {
  let frames: Frame[] = [];
  let bytes = 0;
  let floor = 0;
  let newest = 0;

  return {
    get floor() {
      return floor;
    },
    get newest() {
      return newest;
    },
    /** Adds newer events, oldest first; the oldest leave when there are more than the bound's bytes. */
    push(added: readonly Frame[]): void {
      for (const frame of added) {
        frames.push(frame);
        bytes += frame.bytes.length;
        newest = frame.sequence;
      }
      let gone = 0;
      while (bytes > maxBytes) {
        const oldest = frames[gone];
        if (!oldest) break;
        bytes -= oldest.bytes.length;
        floor = oldest.sequence;
        gone += 1;
      }
      if (gone > 0) frames = frames.slice(gone);
    },
    /** The events after `sequence`, which must not be below `floor`. */
    after(sequence: number): readonly Frame[] {
      const start = frames.findIndex((frame) => frame.sequence > sequence);
      return start === -1 ? [] : frames.slice(start);
    },
    /** Forgets everything; the next events follow on `sequence`. */
    restart(sequence: number): void {
      frames = [];
      bytes = 0;
      floor = sequence;
      newest = sequence;
    },
  };
}
