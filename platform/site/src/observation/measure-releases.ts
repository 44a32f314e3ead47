import type { Metrics } from '@tallystick/guard/metrics/metrics';
import type { Releases } from '../release/releases.ts';

/** Measures what pages are made of: the newest revision that this server knows, its age, and whether the registry answers. */
export function measureReleases(
  { measure }: Pick<Metrics, 'measure'>,
  releases: Releases,
  now: () => number,
): void {
  const newest = async () => (await releases.get()).value?.revision ?? null;
  measure(
    { name: 'site_revision', help: 'The newest revision that this server knows' },
    async () => (await newest())?.revision ?? null,
  );
  measure(
    { name: 'site_revision_age_seconds', help: 'Time since that revision was made' },
    async () => {
      const revision = await newest();
      return revision === null ? null : Math.max(0, now() - Date.parse(revision.at)) / 1_000;
    },
  );
  measure(
    {
      name: 'site_behind',
      help: 'Whether pages stay with what was known, as the registry does not answer: 1, or 0',
      otherwise: 1,
    },
    async () => ((await releases.get()).stale ? 1 : 0),
  );
}
