import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import { openSignedBy } from '@tallystick/shared/release/open-signed';
import { readRelease } from '@tallystick/shared/release/read-release';
import { siteConfiguration } from '@tallystick/shared/site';

/**
 * A release document, once every signature in it has been verified by a key that this page was served
 * with: nothing of a remote is loaded for one that was not.
 *
 * @throws NotSigned, or another Error if it is signed and not understood.
 */
export async function readSignedRelease(json: string): Promise<ReleaseDocument> {
  return readRelease(json, openSignedBy(siteConfiguration().releaseKeys ?? []));
}
