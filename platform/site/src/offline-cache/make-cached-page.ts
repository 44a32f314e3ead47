import { integrityOf } from '@tallystick/contract/file-hashes';
import { artifactBase, attestationPath } from '@tallystick/contract/read-release';
import type { Registry } from '@tallystick/registry/registry';
import { attestationJson } from '../artifacts/artifacts.ts';
import { openingFiles } from '../page/opening-files.ts';
import type { BuildRecord } from '../release/records.ts';
import type { Release } from '../release/release.ts';
import {
  type CachedBuild,
  type CachedPage,
  type Files,
  isPageFile,
  type PolicedPage,
  pageFiles,
} from './worker/cached-page.ts';

/** One page that serves all addresses of a release; of each remote's build where its attestation is. */
export async function cachedPage(
  { shell, remotes, fallbacks }: Release,
  page: PolicedPage,
  registry: Pick<Registry, 'build'>,
): Promise<CachedPage> {
  const { app, build, files } = shell.artifact;
  const describe = async (record: BuildRecord): Promise<CachedBuild> => ({
    app: record.artifact.app,
    build: record.artifact.build,
    bytes: await bytesOf(record, registry),
    ...(record !== shell && { attestation: attestationOf(record) }),
  });
  return {
    ...page,
    files: filesOf(page, pageFiles(artifactBase(app, build), files)),
    builds: await Promise.all([
      ...[shell, ...remotes.values()].map(describe),
      ...[...fallbacks.values()].map(async (one) => ({ ...(await describe(one)), fallback: true })),
    ]),
  };
}

/** Without the files of openings that this page does not have. */
function filesOf({ html }: PolicedPage, files: Files): Files {
  const unused = ([path]: [string, string]) =>
    openingFiles.some((name) => path.endsWith(`/${name}`)) && !html.includes(path);
  return Object.fromEntries(Object.entries(files).filter((file) => !unused(file)));
}

function attestationOf(record: BuildRecord): { path: string; hash: string } {
  const { app, build } = record.artifact;
  return { path: attestationPath(app, build), hash: integrityOf(attestationJson(record)) };
}

/** The bytes of the files that pages load. Sizes are not attested, since they decide only what is cached. */
async function bytesOf(
  { artifact: { app, build } }: BuildRecord,
  registry: Pick<Registry, 'build'>,
): Promise<number> {
  const { sizes = {} } = (await registry.build(app, build)) ?? {};
  return Object.entries(sizes).reduce((sum, [path, n]) => sum + (isPageFile(path) ? n : 0), 0);
}
