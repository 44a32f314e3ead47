import { askWhole } from '@tallystick/contract/http/ask-whole';
import type { Checkpoint } from '@tallystick/tile-log/checkpoint';
import { isConsistent, proveConsistency, type Stated } from '@tallystick/tile-log/consistency';
import { openTiledTree, tilePath } from '@tallystick/tile-log/tiles';
import { fail } from '../outcome.ts';

const limits = { timeoutMs: 20_000, maxBytes: 16_777_216 };

/** Something that a site must have is not there, or is not what it must be: no matter of the connection. */
export class Missing extends Error {}

export type SiteReader = ReturnType<typeof openSiteReader>;

/** Reads what a site gives everybody. */
export function openSiteReader(address: string) {
  const url = address.replace(/\/+$/, '');
  /**
   * @throws Missing, if the site answers that there is none
   * @throws Failed, if it does not answer
   */
  async function read(path: string): Promise<Uint8Array> {
    const asked = await askWhole(url + path, limits);
    if (!asked.ok) return fail('unreachable', `${url} does not answer: ${asked.problem}.`);
    const { isSuccess, status, bytes } = asked.value;
    if (isSuccess) return bytes;
    if (status === 404) throw new Missing(`${path} is not there`);
    return fail('unreachable', `${url}${path} answers ${status}.`);
  }
  return readerBy(read);
}

function readerBy(read: (path: string) => Promise<Uint8Array>) {
  return {
    bytes: read,
    text: async (path: string) => new TextDecoder().decode(await read(path)),
  };
}

/** The same, for one look: nothing is asked for twice, as many builds have their proofs in the same tiles. */
export function readOnce({ bytes }: SiteReader): SiteReader {
  const known = new Map<string, Promise<Uint8Array>>();
  return readerBy((path) => {
    const read = known.get(path) ?? bytes(path);
    known.set(path, read);
    return read;
  });
}

/** Where the log is on a site. */
export const logPath = '/releases/log';

/** Whether the longer one of two trees began as the shorter, by the tiles of the log. @throws Missing */
export async function areOneHistory(
  one: Stated,
  other: Stated,
  { bytes }: SiteReader,
): Promise<boolean> {
  const [old, now] = one.size <= other.size ? [one, other] : [other, one];
  const tree = openTiledTree(now.size, (tile) => bytes(`${logPath}/${tilePath(tile)}`));
  return isConsistent(old, now, await proveConsistency(tree, old.size));
}

/** How a log stands to an earlier look at it. @throws Missing */
export async function continues(
  kept: Checkpoint,
  now: Checkpoint,
  site: SiteReader,
): Promise<string | null> {
  const isOne = await areOneHistory(kept, now, site).catch((error: unknown) => {
    if (error instanceof Missing) return false;
    throw error;
  });
  if (!isOne) {
    return `the log had ${kept.size} entries, and the ${now.size} of now do not continue them: its end was cut off and rewritten`;
  }
  return now.size < kept.size
    ? `the log had ${kept.size} entries, and has ${now.size} now: its end was cut off`
    : null;
}
