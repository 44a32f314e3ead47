import { isParameter, patternOf } from './path-pattern.ts';

/** Characters of a declared path. */
const maxPath = 200;
/** What a segment may hold: nothing that URLs can encode in two ways, and no name of a file. */
const literal = /^[A-Za-z0-9][A-Za-z0-9_~-]*$/;
const parameter = /^:[A-Za-z_]\w*$/;

/** First segments that the platform reserves on every site. */
const reserved = new Set([
  'admin',
  'api',
  'artifacts',
  'console',
  'health',
  'keeper',
  'metrics',
  'offline',
  'openapi',
  'ready',
  'releases',
  'session',
  'sitemap',
]);

/**
 * Why an app may not declare a path; null: it may. A path is `/`, or segments of which each is a word or
 * a parameter (`:id`). The first is a word that is not reserved, or a parameter if a manager has approved the path.
 * Behind a first word the last may be `*`: the path also takes all that is below it.
 *
 * @param approved paths that begin with a parameter; null: not known here, so any of them
 * @param ownSegments first segments that the site reserves, in lower case
 */
export function pathProblem(
  path: string,
  approved: readonly string[] | null,
  ownSegments: readonly string[] = [],
): string | null {
  if (path === '/') return null;
  if (path.length > maxPath) return `is longer than ${maxPath} characters`;
  if (!path.startsWith('/')) return 'does not begin with a slash';
  const { segments, isOpen } = patternOf(path);
  for (const segment of segments) {
    if (literal.test(segment) || parameter.test(segment)) continue;
    if (segment === '') return 'has an empty segment: no slash at its end, and none beside another';
    if (segment.includes('*')) return wildcard;
    return `has the segment ${JSON.stringify(segment)}: a segment is a word of letters, digits, "-", "_" and "~", or ":" and a name`;
  }
  const parameters = segments.filter(isParameter);
  if (new Set(parameters).size < parameters.length) return 'has a parameter twice';
  const first = segments[0] ?? ':';
  if (isOpen && isParameter(first)) return wildcard;
  if (isParameter(first) && approved?.some((one) => isSamePath(one, path)) === false) {
    return `begins with a parameter, which takes pages of others, and no manager has approved it: "settings APP --approve ${path}"`;
  }
  const isTaken = reserved.has(first.toLowerCase()) || ownSegments.includes(first.toLowerCase());
  return isTaken ? `begins with "${first}", which belongs to the site itself` : null;
}

const wildcard = 'has a wildcard: only the last segment may be one, and the first is a word';

/**
 * True if there is an address that both declared paths match, by the router's rules: case does not matter,
 * and a parameter takes any segment.
 */
export function shareAddress(one: string, other: string): boolean {
  const [these, those] = [patternOf(one), patternOf(other)];
  const longer = these.segments.length - those.segments.length;
  if ((longer > 0 && !those.isOpen) || (longer < 0 && !these.isOpen)) return false;
  return these.segments.slice(0, those.segments.length).every((segment, at) => {
    const beside = those.segments[at] ?? '';
    const isAny = isParameter(segment) || isParameter(beside);
    return isAny || segment.toLowerCase() === beside.toLowerCase();
  });
}

/** True if a declared path matches every address that another one matches. */
export function takesAll(path: string, other: string): boolean {
  const [these, those] = [patternOf(path), patternOf(other)];
  const longer = those.segments.length - these.segments.length;
  if (longer < 0 || (!these.isOpen && (longer > 0 || those.isOpen))) return false;
  return these.segments.every((segment, at) => {
    const beside = those.segments[at] ?? '';
    return isParameter(segment) || segment.toLowerCase() === beside.toLowerCase();
  });
}

/** True if two declared paths match the same addresses. */
export function isSamePath(one: string, other: string): boolean {
  return shapeOf(one) === shapeOf(other);
}

/** A path without what it calls its parameters. */
function shapeOf(path: string): string {
  return path
    .replaceAll(/:[^/]+/g, ':')
    .toLowerCase()
    .replace(/(?<=.)\/$/, '');
}
