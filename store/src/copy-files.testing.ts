import { cpSync } from 'node:fs';

/**
 * Copies the files of a database. They are a thousand small ones: the copy that waits for none of them
 * takes eight times the processor.
 */
export function copyFiles(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}
