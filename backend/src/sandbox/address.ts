import { domainToASCII } from 'node:url';

/** Domains of a provider that ignores dots before the @. */
const dotless = ['gmail.com', 'googlemail.com'];

const plain = /^[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>()[\]\\,;:"%!/]+@[^@]+$/u;
const host = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;
const number = /(^|\.)[0-9]+$/;

/**
 * An e-mail address as mail goes to it: as typed, trimmed, without the domain's final dot.
 * Undefined if the text cannot be one address. Refuses what means something in a mail header, or to
 * a mail server that passes mail on (quotes, `%`, `!`). One text never becomes two recipients, or
 * somebody else's address.
 */
export function parseAddress(text: string): string | undefined {
  const address = text.trim().normalize('NFC').replace(/\.$/, '');
  if (address.length > 254 || /[\s\p{C}/?#]/u.test(address)) return undefined;
  // NFKC turns wide characters into ASCII and drops some, so the normalized text is checked too.
  const normalized = normalizeAddress(address);
  if (!plain.test(address) || !plain.test(normalized)) return undefined;
  const domain = normalized.slice(normalized.indexOf('@') + 1);
  return host.test(domain) && !number.test(domain) ? address : undefined;
}

/** The form of an address by which a code is bound to it: NFKC, lower case, the domain in ASCII. */
export function normalizeAddress(address: string): string {
  const [local = '', domain = ''] = address
    .normalize('NFKC')
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return `${local}@${domainToASCII(domain)}`;
}

/**
 * The form of an address that limits count: all that one person can make up from one mailbox fold
 * into one. What follows a plus is left out everywhere, dots at some providers as well. A code is
 * never bound to it, because at another provider a plus may be another person's.
 */
export function foldAddress(address: string): string {
  const [local = '', domain = ''] = normalizeAddress(address).split('@');
  const mailbox = local.replace(/(?<=.)\+.*$/, '');
  return dotless.includes(domain)
    ? `${mailbox.replaceAll('.', '')}@${dotless[0]}`
    : `${mailbox}@${domain}`;
}

/** The six digits of a code as people type or paste them, with spaces or dashes; undefined if not. */
export function parseCode(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}
