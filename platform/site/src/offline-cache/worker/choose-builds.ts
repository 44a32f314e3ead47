import { type CachedBuild, type CachedPage, mayRun } from './cached-page.ts';

/** Bytes that are cached at most: of the whole site, and of remotes that this browser never ran. */
const maxBytes = 20_000_000;
const maxNeverRun = 500_000;

/**
 * The remotes' builds to cache. Those that this browser has run come first, the latest one at the front, as far as
 * there is room. Then come the smallest of the others, within a far smaller limit. A fallback is cached only where it
 * has run itself.
 *
 * @param apps that ran here, the last one first
 * @param ran builds that run now
 */
export function chooseBuilds(
  { builds }: Pick<CachedPage, 'builds'>,
  apps: readonly string[],
  ran: readonly Pick<CachedBuild, 'app' | 'build'>[],
): CachedBuild[] {
  const isRunning = (one: CachedBuild) => mayRun({ builds: ran }, one);
  const remotes = builds.filter((one) => one.attestation && (!one.fallback || isRunning(one)));
  const placeOf = ({ app }: CachedBuild) => apps.indexOf(app);
  const hasRun = remotes
    .filter((one) => apps.includes(one.app))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  const others = remotes
    .filter((one) => !apps.includes(one.app))
    .toSorted((one, other) => one.bytes - other.bytes);
  const shell = builds.reduce((sum, one) => sum + (one.attestation ? 0 : one.bytes), 0);
  const known = withinBytes(hasRun, maxBytes - shell);
  const left = known.reduce((room, { bytes }) => room - bytes, maxBytes - shell);
  return [...known, ...withinBytes(others, Math.min(left, maxNeverRun))];
}

/** In order, without those for which there is no room. */
function withinBytes(builds: readonly CachedBuild[], limit: number): CachedBuild[] {
  let left = limit;
  return builds.filter(({ bytes }) => {
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
}
