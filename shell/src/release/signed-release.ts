import { openSignedBy } from '@tallystick/shared/release/open-signed';
import type { OpenSigned } from '@tallystick/shared/release/read-release';
import { siteConfiguration } from '@tallystick/shared/site';

/** Opens what one of the keys has signed that this page was served with, and nothing else. */
export const openSigned: OpenSigned = (signed) =>
  openSignedBy(siteConfiguration().releaseKeys ?? [])(signed);
