import { readFile, writeFile } from 'node:fs/promises';

/**
 * Saves a text over what a watched file holds, padded to its length. To empty the file first would
 * be a change of its own. A development server would reload the page, because a page module without
 * exports cannot be replaced. Vite would drop what comes within the next 50 ms.
 */
export async function saveFile(path: string, text: string): Promise<void> {
  const { length } = await readFile(path, 'utf8');
  await writeFile(path, text.padEnd(length), { flag: 'r+' });
}
