/**
 * Whether what is sent to an address stays secret on its way: it goes by https, or to this machine. The host is parsed,
 * since `http://localhost:x@other.example` begins like an address on this machine.
 */
export function isSafeAddress({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
