import { asOwnWork } from '@tallystick/guard/caller';
import type { AttestedRevision } from '@tallystick/registry/attestations';
import type { Registry } from '@tallystick/registry/registry';
import { openRecords, type Records } from '../release/records.ts';
import { namedBy } from '../release/release.ts';
import type { Verifying } from '../release/revisions.ts';
import type { ArtifactBodies } from './artifact-bodies.ts';
import type { Delivery, Dictionaries } from './dictionaries.ts';

/** How many live builds before one are dictionaries for its files. */
const maxEarlier = 10;
/** How many revisions that moved an app are looked through for them. */
const maxRevisions = 100;

export interface RevisionPreparerOptions extends Verifying {
  registry: Pick<Registry, 'attestations' | 'channel' | 'isPreviewOnly'>;
  channel: string;
  records: Records;
  bodies: Pick<ArtifactBodies, 'compress'>;
  dictionaries: Pick<Dictionaries, 'deliver'>;
}

/**
 * Makes the shortest forms of what a revision names: what everybody needs first, then what helps who was here
 * before. Recalled builds are dictionaries too: of them come bytes alone, and what these become has its hash.
 */
export function revisionPreparer(options: RevisionPreparerOptions) {
  const { registry, channel, records, keys, open, bodies, dictionaries } = options;
  // A memory of its own: many earlier builds would drive those that are served out of the other.
  const earlierRecords = openRecords(registry, { keys, open });
  /** The live builds of each app. They are known to be complete up to revision `at`. */
  const liveBuilds = new Map<string, { at: number; builds: readonly string[] }>();
  let newest: AttestedRevision | undefined;

  /** The live builds of an app, the newest first. */
  async function readLive(
    app: string,
    { builds, revision }: AttestedRevision,
  ): Promise<readonly string[]> {
    const known = liveBuilds.get(app);
    // Between revisions that do not follow each other an app may have moved, and back.
    if (known && known.builds[0] === builds[app] && known.at >= revision - 1) {
      known.at = revision;
      return known.builds;
    }
    // If the history cannot be read, only dictionaries are missing.
    const { revisions } = await registry
      .channel(channel)
      .history({ app, limit: maxRevisions })
      .catch(() => ({ revisions: [] }));
    const found = [...new Set(revisions.flatMap((one) => one.builds[app] ?? []))];
    liveBuilds.set(app, { at: revision, builds: found.slice(0, maxEarlier + 1) });
    return found;
  }

  async function readDelivery(
    revision: AttestedRevision,
    [app, build]: readonly [string, string],
  ): Promise<Delivery[]> {
    const record = await records.read(app, build);
    if (record === null) return [];
    const others = (await readLive(app, revision)).filter((other) => other !== build);
    // So they are where an earlier build cannot be read.
    const earlier = await Promise.all(
      others.slice(0, maxEarlier).map((other) => earlierRecords.read(app, other).catch(() => null)),
    );
    return [{ record, earlier: earlier.filter((other) => other !== null) }];
  }

  return (revision: AttestedRevision): Promise<void> =>
    asOwnWork(async () => {
      newest = revision;
      const named = new Map(namedBy(revision).map((pair) => [pair.join('@'), pair]));
      const deliveries: Delivery[] = [];
      for (const pair of named.values()) deliveries.push(...(await readDelivery(revision, pair)));
      await Promise.all(deliveries.map(({ record }) => bodies.compress(record)));
      // What is delivered last counts, and an earlier revision may take longer to be read.
      if (revision === newest) await dictionaries.deliver(deliveries);
    });
}
