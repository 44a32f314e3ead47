/** A name for one attempt to sign in: 128 bits at random, as 32 hexadecimal digits. */
export function newAttempt(): string {
  // randomUUID would want a secure page.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
