import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A path below the project's folder, made absolute. */
export function inProject(...parts: string[]): string {
  return join(root, ...parts);
}
