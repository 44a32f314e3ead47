import { visible } from '@tallystick/shared/format/visible';
import { strings } from '../strings.ts';

/** `{page} • {product} • Privacy First Data Ownership and Monetization Platform` */
export function documentTitle(page: string, productName: string): string {
  return `${visible(page)} • ${productName} • ${strings.tagline}`;
}
