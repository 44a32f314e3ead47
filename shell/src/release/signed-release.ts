import { openSignedBy } from '@tallystick/contract/open-signed';
import type { OpenSigned } from '@tallystick/contract/read-release';
import { siteConfiguration } from '@tallystick/shared/site';

/** Opens what one of the keys has signed that this page was served with, and nothing else. */
export const openSigned: OpenSigned = (signed) =>
  openSignedBy(siteConfiguration().releaseKeys ?? [])(signed);
