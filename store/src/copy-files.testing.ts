import { cpSync } from 'node:fs';
import { closeToOthers } from '@tallystick/shared/environment/data-folder';

/**
 * Copies the files of a database. They are a thousand small ones: the copy that waits for none of them
 * takes eight times the processor. It makes folders that others can open, which PGlite does not.
 */
export function copyFiles(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  closeToOthers(to);
}
