import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import type { DeclaredRoute } from '@tallystick/shared/contracts/remote';
import { shellPages } from '@tallystick/shared/contracts/shell-pages';

/** What a release has at an address. */
export interface Address {
  /** Name of the remote that brings its page; null: none does. */
  owner: string | null;
  /** Null: there is no page. */
  route: DeclaredRoute | null;
  /** The value of the route's first parameter; '' if it has none. */
  id: string;
  /** The route with the values of all its parameters: one address, however it was asked for. */
  path: string;
}

/**
 * What stands at `path`, which comes from a URL, by the rules of the router in the page: a word in any
 * case, and the route with the most words where several match.
 */
export function addressIn(path: string, { remotes }: Pick<ReleaseDocument, 'remotes'>): Address {
  const given = segmentsOf(path).map(decode);
  const known = [
    ...remotes.flatMap(({ name, declaration }) =>
      declaration.routes.map((route) => ({ owner: name, route })),
    ),
    ...shellPages.map((route) => ({ owner: null, route })),
  ];
  const [found] = known
    .filter(({ route }) => matches(segmentsOf(route.path), given))
    .toSorted((one, other) => wordsOf(other.route.path) - wordsOf(one.route.path));
  if (found === undefined) return { owner: null, route: null, id: '', path };
  const wanted = segmentsOf(found.route.path);
  const filled = wanted.map((part, at) => (isParameter(part) ? (given[at] ?? '') : part));
  const id = filled[wanted.findIndex(isParameter)] ?? '';
  return { ...found, id, path: `/${filled.map(encodeURIComponent).join('/')}` };
}

/** Whether an address is a route as a remote of the release declares it: without parameters, and with no query. */
export function isOwnRoute(
  address: string,
  { remotes }: Pick<ReleaseDocument, 'remotes'>,
): boolean {
  return remotes.some(({ declaration }) => declaration.routes.some(({ path }) => path === address));
}

function matches(wanted: readonly string[], given: readonly string[]): boolean {
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => {
      const found = given[at] ?? '';
      return isParameter(part) ? found !== '' : inSmall(part) === inSmall(found);
    })
  );
}

/** Letters of ASCII alone: to the router no other letter is one of them in another case. */
function inSmall(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function wordsOf(path: string): number {
  return segmentsOf(path).filter((part) => !isParameter(part)).length;
}

function isParameter(part: string): boolean {
  return part.startsWith(':');
}

/** Slashes at the end mean nothing; of two beside each other elsewhere the router makes an empty segment. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1);
  return segments.slice(0, segments.findLastIndex(Boolean) + 1);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
