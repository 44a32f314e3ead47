import { visible } from '@tallystick/contract/visible';
import { escapeHtml } from '../page/escape.ts';

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 has no place for.
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text as it may stand in XML, between tags or in a quoted attribute; what nobody would see is shown. */
export function xmlText(text: string): string {
  return escapeHtml(visible(text.toWellFormed())).replace(notInXml, '\ufffd');
}
