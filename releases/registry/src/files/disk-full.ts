import { isFull } from '@tallystick/store/room';

/** There would be too little room on a disk. */
export class NoRoom extends Error {
  readonly code = 'ENOSPC';

  constructor() {
    super('there is no room on the disk');
  }
}

/** Whether a change was refused because a disk has no room: the files', or the database's. */
export const hasNoRoom = (error: unknown): boolean =>
  isFull(error) ||
  (error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT'));
