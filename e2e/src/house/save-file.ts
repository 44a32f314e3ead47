import { readFile, writeFile } from 'node:fs/promises';

/**
 * Saves a text over what a watched file holds, padded to its length. A file that is emptied first is a change of its
 * own: a development server loads the page anew for a page module without exports, and Vite drops what comes
 * within the next 50 ms.
 */
export async function saveFile(path: string, text: string): Promise<void> {
  const { length } = await readFile(path, 'utf8');
  await writeFile(path, text.padEnd(length), { flag: 'r+' });
}
