import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { NotSigned } from '@tallystick/shared/release/open-signed';
import { readRelease } from '@tallystick/shared/release/read-release';
import { openSigned } from './signed-release.ts';

export type ReleaseAnswer =
  | { ok: true; release: ReleaseDocument }
  | { ok: false; why: 'unreachable' | 'unreadable' };

/** Milliseconds; what takes longer is asked for again. */
const timeoutMs = 10_000;

/** The newest release of this browser, from `GET /releases/current.json`; never rejects. */
export async function askRelease(): Promise<ReleaseAnswer> {
  try {
    const response = await fetch('/releases/current.json', {
      cache: 'no-cache',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return { ok: false, why: 'unreachable' };
    return await read(await response.text());
  } catch {
    return { ok: false, why: 'unreachable' };
  }
}

/** What is not signed is no answer of the site's. */
async function read(json: string): Promise<ReleaseAnswer> {
  try {
    return { ok: true, release: await readRelease(json, openSigned) };
  } catch (error) {
    return { ok: false, why: error instanceof NotSigned ? 'unreachable' : 'unreadable' };
  }
}
