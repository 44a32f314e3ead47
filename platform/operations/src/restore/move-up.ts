import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lineOf } from '@tallystick/store/error-code';
import { draftIn } from './empty-place.ts';

/**
 * Moves the draft to its place, never over what is there. Returns a line that says where the rest lies if not all could
 * be moved. It does not throw, because the database is already restored.
 */
export async function moveUp(folder: string): Promise<string | undefined> {
  let from = draftIn(folder);
  try {
    // It is renamed first: a later attempt deletes the drafts of failed ones, and this one has succeeded.
    const restored = join(folder, 'restored');
    await move(from, restored);
    from = restored;
    const names = (await readdir(from)).filter((name) => !name.includes('.lock'));
    for (const name of names) await move(join(from, name), join(folder, name));
    await rm(from, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return `All is restored, but files still lie in ${from}: ${lineOf(error)}. Move what is in there into ${folder} before anything starts with it.`;
  }
}

async function move(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} is there already`);
  await rename(from, to);
}
