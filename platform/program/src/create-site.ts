import { join } from 'node:path';
import { writeFromTemplate } from '@tallystick/build/from-template';

/** Beside this file, as it is written or as it is bundled. */
const template = join(import.meta.dirname, '../template');

/**
 * Writes a small site into a new folder of its name; answers the exit code.
 *
 * @throws Error with one line for a person.
 */
export function createSite(words: readonly string[], kit: string | undefined): number {
  const [name, ...unread] = words;
  if (name === undefined || unread.length > 0) {
    throw new Error('Say how the site is called, in one word: tallystick create bakery');
  }
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
  writeFromTemplate(name, {
    folder: template,
    kit,
    words: { 'site-name': name, 'Site Name': title },
    ignored: ['node_modules/', 'dist/', '.data/'],
  });
  console.log(`${name} is there. Next: cd ${name} && npm install && npm start`);
  return 0;
}
