/**
 * An e-mail address as codes are kept and sent by: trimmed, in lower case. Undefined if the text
 * cannot be one address. Characters that mean something in a mail header are refused, so that one
 * text never becomes two recipients.
 */
export function parseAddress(text: string): string | undefined {
  const address = text.trim().normalize('NFC').toLowerCase();
  if (address.length > 254) return undefined;
  return /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(address)
    ? address
    : undefined;
}

/** The six digits of a code as people type or paste them, with spaces or dashes; undefined if not. */
export function parseCode(text: string): string | undefined {
  const digits = text.normalize('NFKC').replace(/[\s\p{Pd}]/gu, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}
