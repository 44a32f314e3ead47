import { codeOf } from '@tallystick/store/error-code';
import { isFull } from '@tallystick/store/free-space';

/** A disk would have too little free space. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';

  constructor() {
    super('there is no room on the disk');
  }
}

/** Whether a change was refused because a disk has no free space: the files', or the database's. */
export const isDiskFull = (error: unknown): boolean =>
  isFull(error) || ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
