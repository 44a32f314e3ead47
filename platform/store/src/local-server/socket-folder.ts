import { createHash } from 'node:crypto';
import { lstatSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that the path of a socket may have: 107 on Linux, 103 on macOS. */
const longest = 103 - '/.s.PGSQL.5432'.length;

/**
 * The path by which a folder with a socket is reached. It is the folder's own path or, if that is too long for the
 * system, a link to it. Throws if the link exists and is not ours.
 */
export function shortWayTo(folder: string): string {
  if (Buffer.byteLength(folder) <= longest) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const link = join(tmpdir(), `tallystick-${name}`);
  try {
    symlinkSync(folder, link);
  } catch {
    // It was made before, by this process or another one; anybody could have made another one in its place.
    const isOurs = lstatSync(link).uid === process.getuid?.() && readlinkSync(link) === folder;
    if (!isOurs) throw new Error(`${link} is not ours: remove it, or choose a shorter DATA_DIR.`);
  }
  return link;
}
