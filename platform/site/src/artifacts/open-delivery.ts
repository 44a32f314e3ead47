import { join } from 'node:path';
import type { Registry } from '@tallystick/registry/registry';
import type { FastifyInstance } from 'fastify';
import { openArtifactBodies } from './artifact-bodies.ts';
import { artifactFileReader } from './artifact-file.ts';
import { openDictionaries } from './dictionaries.ts';
import { openKeptFiles } from './kept-files.ts';

interface DeliveryOptions {
  registry: Pick<Registry, 'attestations' | 'files'>;
  /** For compressed files. */
  dataFolder: string;
  log(line: string): void;
}

/** Opens what is sent for the files of artifacts. It is compressed in the background until the server closes. */
export function openDelivery(
  server: FastifyInstance,
  { registry, dataFolder, log }: DeliveryOptions,
) {
  const compressed = openKeptFiles(join(dataFolder, 'compressed'));
  const readFile = artifactFileReader(registry.files, log);
  const bodies = openArtifactBodies({ readFile, kept: compressed, log });
  const kept = openKeptFiles(join(dataFolder, 'compressed-by-dictionary'));
  const dictionaries = openDictionaries({ readFile, kept, log });
  server.addHook('onReady', async () => {
    const isThere = async (app: string, build: string) =>
      (await registry.attestations.ofBuild(app, build)) !== null;
    // In the background; a failure is made up for at the next start.
    for (const files of [compressed, kept])
      files.prune(isThere).catch((error: unknown) => log(`The old files stay: ${error}`));
  });
  const closeBackground = () => Promise.all([bodies.close(), dictionaries.close()]);
  server.addHook('preClose', async () => void closeBackground());
  server.addHook('onClose', async () => void (await closeBackground()));
  return { bodies, dictionaries };
}
