import type { Frontier } from '@tallystick/tile-log/tree';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import { type Head, hashOf } from './seal.ts';

export type FurthestHead = ReturnType<typeof openFurthestHead>;

/**
 * The head of the longest log that this data folder, or this process, has seen. A log that does not have it any more
 * was cut off.
 *
 * @param checkpoint absent: only what this process sees counts
 */
export function openFurthestHead(checkpoint?: KeptCheckpoint) {
  let furthest: Head | null = checkpoint?.head ?? null;
  const reached = () => furthest?.sequence ?? 0;

  return {
    /** The number of its last entry; 0: none was seen. */
    reached,
    /** Whether a log that ends here is another log than the one that was seen. */
    differsAt: (number: number, frontier: Frontier): boolean =>
      furthest !== null && number === furthest.sequence && hashOf(frontier) !== furthest.hash,
    /** Remembers a head if it is further. */
    note: (head: Head | null): void => {
      if (head === null || head.sequence <= reached()) return;
      furthest = head;
      checkpoint?.note(head);
    },
  };
}
