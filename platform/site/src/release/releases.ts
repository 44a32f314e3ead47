import { asOwnWork } from '@tallystick/guard/caller';
import type { Registry } from '@tallystick/registry/registry';
import { choiceOf, rolloutBucketOf } from '../canary/rollout-bucket.ts';
import type { Records } from './records.ts';
import { composeRelease, keyOfChoice, type Release, type ReleaseParts } from './release.ts';
import { isAfter, readRevision, type SignedRevision, type Verifying } from './revisions.ts';
import { type SingleFlightOptions, singleFlight } from './single-flight.ts';

/** A revision, and a release for each choice of canaries and settings that a browser may get. */
export interface Newest {
  revision: SignedRevision;
  /** What managers have set, which may change within a revision. */
  settings: Awaited<ReturnType<Registry['settings']['all']>>;
  /** @param browser its id; null: one that gets no canary */
  forBrowser(browser: string | null): Release;
}

export type Releases = ReturnType<typeof openReleases>;

/** How many revisions are remembered. */
const maxRemembered = 50;

export interface ReleasesOptions
  extends Partial<Pick<SingleFlightOptions, 'staleAfterMs' | 'timeoutMs'>>,
    Verifying {
  channel: string;
  records: Records;
  log(line: string): void;
}

/**
 * What the channel has now, read for each request. A revision without a valid signature counts as no answer, and so does
 * one that no release can be made from. Pages then stay with the revision before.
 */
export function openReleases(
  registry: Pick<Registry, 'attestations' | 'channel' | 'settings'>,
  { channel, records, keys, open, log, staleAfterMs = 2_000, timeoutMs = 10_000 }: ReleasesOptions,
) {
  let newest: Newest | null = null;
  let remembered: readonly Newest[] = [];

  async function read(): Promise<Newest | null> {
    const [current, settings] = await Promise.all([
      registry.channel(channel).current(),
      registry.settings.all(),
    ]);
    if (newest !== null) newest = { ...newest, settings };
    if (current === null || (newest !== null && !isAfter(current, newest.revision))) return newest;
    const revision = await readRevision(registry, { keys, open }, current);
    const next = { ...(await composeAll(revision, { records, registry })), settings };
    newest = next;
    remembered = [next, ...remembered].slice(0, maxRemembered);
    return newest;
  }

  const last = () =>
    newest === null ? 'nothing is released' : `revision ${newest.revision.revision}`;
  const get = singleFlight(() => asOwnWork(read), {
    staleAfterMs,
    timeoutMs,
    onTrouble: (problem) =>
      log(
        problem === null
          ? `The registry answers again; ${channel}: ${last()}.`
          : `The registry does not answer (${lineOf(problem)}); pages stay with ${channel}: ${last()}.`,
      ),
  });
  return {
    /** The newest revision of the channel; null before the first. */
    get,
    /** The revisions from this one on that this server has served, as far as it remembers them. */
    since: (revision: number): readonly Newest[] =>
      remembered.filter((one) => one.revision.revision >= revision),
  };
}

/** The release of each choice: one for each different share, and one of a browser that is in none. */
async function composeAll(
  revision: SignedRevision,
  parts: ReleaseParts,
): Promise<Omit<Newest, 'settings'>> {
  const { canaries, values = {} } = revision;
  const percents = [
    ...Object.values(canaries).map(({ percent }) => percent),
    ...Object.values(values).flatMap(({ share }) => share?.percent ?? []),
  ];
  const buckets = [Infinity, ...percents.map((percent) => Math.ceil(percent * 100) - 1)];
  const composed = buckets.map(async (bucket) => {
    const chosen = choiceOf(bucket, revision);
    return [keyOfChoice(chosen), await composeRelease(revision, parts, chosen)] as const;
  });
  const releases = new Map(await Promise.all(composed));
  return {
    revision,
    forBrowser(browser) {
      const bucket = browser === null ? Infinity : rolloutBucketOf(browser);
      const release = releases.get(keyOfChoice(choiceOf(bucket, revision)));
      if (release === undefined) throw new Error(`no release for bucket ${bucket}`);
      return release;
    },
  };
}

/** An error's first line. A host with several addresses fails with an error for each, and no message of its own. */
function lineOf(problem: unknown): string {
  if (problem instanceof AggregateError && problem.message === '') return lineOf(problem.errors[0]);
  return (problem instanceof Error ? problem.message : String(problem)).split('\n', 1)[0] ?? '';
}
