/**
 * Codings that this server speaks, the one that makes the shortest body first. `dcz` is for who has named
 * both it and a dictionary.
 */
const encodings = ['dcz', 'br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * The coding of an answer: of those that `available` has, the one that `accept-encoding` likes
 * best, at equal liking the shortest. A client that takes nothing of it gets the plain body.
 */
export function chooseEncoding(
  accepted: string | undefined,
  available: (encoding: Encoding) => boolean,
): Encoding {
  const wishes = parseAccepted(accepted ?? '');
  const liking = (encoding: Encoding): number => {
    const others = encoding === 'dcz' ? 0 : wishes.get('*');
    return wishes.get(encoding) ?? others ?? (encoding === 'identity' ? 0.001 : 0);
  };
  const [best = 'identity'] = encodings
    .filter((encoding) => liking(encoding) > 0 && available(encoding))
    .toSorted((one, other) => liking(other) - liking(one));
  return best;
}

/** Weight of each coding that a header names. A weight that is no number counts as 0. */
function parseAccepted(header: string): Map<string, number> {
  const wishes = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1';
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (coding !== '') wishes.set(coding, /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0);
  }
  return wishes;
}
