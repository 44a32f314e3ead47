import { watch } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openArtifactStore } from '@tallystick/registry/artifacts';
import { openChannel } from '@tallystick/registry/channel';
import type { SiteRegistry } from './site.ts';

/** What the site server asks of a registry, from the files of the one before the store. */
export async function openFileRegistry(dataFolder: string): Promise<SiteRegistry> {
  const store = openArtifactStore(dataFolder);
  const channels = join(dataFolder, 'registry', 'channels');
  await mkdir(channels, { recursive: true });
  const current: SiteRegistry['current'] = async (name) => {
    const revision = await openChannel(dataFolder, name).current();
    if (revision === null) return null;
    return {
      ...revision,
      channel: name,
      kind: 'promote',
      canaries: {},
      recalled: [],
      moves: [],
    };
  };
  return {
    current,
    at: async (channel, number) => {
      const revision = await current(channel);
      return revision?.revision === number ? revision : null;
    },
    build: (app, build) => store.read(app, build),
    files: {
      read: (app, build, path) =>
        readFile(join(store.filesFolder, app, build, path)).catch(() => null),
    },
    report: () => {},
    onChange(listener) {
      const watcher = watch(channels, listener);
      return () => watcher.close();
    },
  };
}
