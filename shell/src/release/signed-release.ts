import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { openSignedBy } from '@tallystick/shared/release/open-signed';
import { readRelease } from '@tallystick/shared/release/read-release';

declare const TALLYSTICK_RELEASE_KEYS: readonly string[];

/** The registry's public keys, which this shell was built with; none where it was not built. */
const open = openSignedBy(
  typeof TALLYSTICK_RELEASE_KEYS === 'undefined' ? [] : TALLYSTICK_RELEASE_KEYS,
);

/**
 * A release document, once every signature in it has been verified: nothing of a remote is loaded
 * for one that was not.
 *
 * @throws NotSigned, or another Error if it is signed and not understood.
 */
export const readSignedRelease = (json: string): Promise<ReleaseDocument> =>
  readRelease(json, open);
