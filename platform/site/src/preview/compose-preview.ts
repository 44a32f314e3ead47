import type { Preview } from '@tallystick/contract/release';
import { type Result, refused } from '@tallystick/contract/result';
import type { PreviewSelection } from '@tallystick/registry/contract/preview-selection';
import type { Registry } from '@tallystick/registry/registry';
import { composeRelease, type Release } from '../release/release.ts';
import type { ReleasesOptions } from '../release/releases.ts';
import { readRevision } from '../release/revisions.ts';

interface ComposeOptions extends Pick<ReleasesOptions, 'keys' | 'open' | 'records'> {
  registry: Pick<Registry, 'attestations' | 'channel' | 'parts'>;
  /** Path at which a preview ends. */
  leave: string;
}

/** Makes the releases of previews. */
export function previewComposer({ registry, records, keys, open, leave }: ComposeOptions) {
  return async (selected: PreviewSelection): Promise<Result<Release>> => {
    const { channel, builds } = selected;
    const newest = await registry.channel(channel).current();
    const revision =
      selected.revision === undefined
        ? newest
        : await registry.channel(channel).at(selected.revision);
    if (revision === null || newest === null) {
      return refused(`${channel} has no revision ${selected.revision ?? 'yet'}.`);
    }
    const attested = await readRevision(registry, { keys, open }, revision);
    for (const [app, build] of Object.entries({ ...attested.builds, ...builds })) {
      // The newest revision is asked, since the selected one may be older than a recall.
      if (newest.recalled.some((one) => one.app === app && one.build === build)) {
        return refused(`Build ${build} of ${app} was recalled.`);
      }
      // A build of an older revision may have been deleted since.
      if ((await records.read(app, build)) === null) {
        return refused(`There is no build ${build} of ${app}.`);
      }
    }
    const preview: Preview = {
      ...(selected.revision !== undefined && { revision: selected.revision }),
      builds: { ...builds },
      leave,
    };
    return { ok: true, value: await composeRelease(attested, { records, registry }, { preview }) };
  };
}
