import type { ExportQuery } from '../contracts/export.ts';

const longestPart = 40;

/**
 * What an exported file is called, so that it can be told from others. The name has product, list,
 * party, search, whether it is filtered, and day (UTC), as in
 * `tallystick-creator-otc-35-matching-gold-2016-01-25.csv`. Letters, digits and `.`, `-`, `_` only,
 * whatever the ids are made of.
 */
export function exportFileName(
  { list, party = '', search = '', filters = {}, format }: ExportQuery,
  { product, now }: { readonly product: string; readonly now: number },
): string {
  const parts = [
    product.toLowerCase(),
    list === 'all' ? 'transfers' : list,
    party,
    ...(search ? ['matching', search] : []),
    ...(Object.keys(filters).length > 0 ? ['filtered'] : []),
    new Date(now).toISOString().slice(0, 10),
  ];
  return `${parts.map(plain).filter(Boolean).join('-')}.${format}`;
}

/** Accents are dropped, anything else that a file system may mind becomes one `-`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, longestPart);
}
