import { type ReleaseDocument, releaseDocumentSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';

export type ReleaseAnswer =
  | { ok: true; release: ReleaseDocument }
  | { ok: false; why: 'unreachable' | 'unreadable' };

/** Milliseconds; what takes longer is asked for again. */
const patience = 10_000;
const schema = v.pipe(v.string(), v.parseJson(), releaseDocumentSchema);

/** The newest release of this browser, from `GET /releases/current.json`; never rejects. */
export async function askRelease(): Promise<ReleaseAnswer> {
  try {
    const response = await fetch('/releases/current.json', {
      cache: 'no-cache',
      signal: AbortSignal.timeout(patience),
    });
    if (!response.ok) return { ok: false, why: 'unreachable' };
    const read = v.safeParse(schema, await response.text());
    return read.success ? { ok: true, release: read.output } : { ok: false, why: 'unreadable' };
  } catch {
    return { ok: false, why: 'unreachable' };
  }
}
