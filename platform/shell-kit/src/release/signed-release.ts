import { openSignedBy } from '@tallystick/contract/open-signed';
import type { OpenSigned } from '@tallystick/contract/read-release';
import { pageConfiguration } from '../configuration/page-configuration.ts';

/** Opens what one of the keys has signed that this page was served with, and nothing else. */
export const openSigned: OpenSigned = (signed) =>
  openSignedBy(pageConfiguration().releaseKeys ?? [])(signed);
