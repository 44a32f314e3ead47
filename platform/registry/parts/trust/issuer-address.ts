/** Hosts that are asked without https: what is said to them does not leave the machine. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** What is wrong with the address of an issuer, or null. It is compared letter by letter with a token's `iss`. */
export function issuerProblem(issuer: string): string | null {
  const url = URL.parse(issuer);
  if (url === null) return 'is not an address such as https://gitlab.example';
  const { protocol, hostname, username, password, search, hash } = url;
  const isHere = protocol === 'http:' && thisMachine.includes(hostname);
  if (protocol !== 'https:' && !isHere) return 'must begin with https://';
  const more = `${username}${password}${search}${hash}`;
  return more === '' ? null : 'may hold no name, password, query or fragment';
}
