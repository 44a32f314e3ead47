import { NotSigned } from '@tallystick/contract/open-signed';
import type { ReleaseInput } from './inputs.ts';
import type { ProvenReading } from './proven-builds.ts';

export type ReleaseAnswer = Extract<ReleaseInput, { type: 'release' | 'no-release' }>;

/** Milliseconds; what takes longer is asked for again. */
const timeoutMs = 10_000;

/** The newest release of this browser, from `GET /releases/current.json`; never rejects. */
export async function askRelease(read: ProvenReading['release']): Promise<ReleaseAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const json = await fetch('/releases/current.json', { cache: 'no-cache', signal })
    .then((response) => (response.ok ? response.text() : null))
    .catch(() => null);
  if (json === null) return { type: 'no-release', why: 'unreachable' };
  try {
    return { type: 'release', release: await read(json) };
  } catch (error) {
    // What is not signed, or no JSON, such as the page of a proxy, is no answer of the site's.
    const isForeign = error instanceof NotSigned || error instanceof SyntaxError;
    return { type: 'no-release', why: isForeign ? 'unreachable' : 'unreadable' };
  }
}
