import { isDeepStrictEqual } from 'node:util';
import { sbomFile } from '@tallystick/contract/sbom';
import type { BuildKey } from '@tallystick/registry/contract/build-key';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { counted } from '../command/figures.ts';
import type { Given } from '../command/verb.ts';
import { Failed, fail, orFail } from '../outcome.ts';
import { fileProblem } from './file-problem.ts';
import type { LocalBuild } from './local-build.ts';
import { saidOrigin } from './said-origin.ts';

/** So many files are under way at once. */
const lanes = 6;

interface FileOf {
  build: LocalBuild;
  path: string;
}

/** One build and what became of it. */
export interface Published extends BuildKey {
  /** Whether it is new to the registry. */
  published: boolean;
  files: number;
  /** How many source maps were sent with it. */
  sourceMaps: number;
  size: number;
}

/**
 * Publishes builds: the files of all of them side by side, then each as a whole. A build that the
 * registry has with the same content is not sent again.
 *
 * @param options `previewOnly`: for previews alone; `again`: also what the registry has is sent
 */
export async function publishBuilds(
  builds: readonly LocalBuild[],
  { client, io, json }: Pick<Given, 'client' | 'io' | 'json'>,
  options: { previewOnly?: boolean; again?: boolean },
): Promise<Published[]> {
  const draw = json ? null : io.draw;
  const sent: LocalBuild[] = [];
  for (const build of builds) {
    if (!(await isKnown(build, client)) || options.again) sent.push(build);
  }
  const isMore = sent.some(({ maps, sbom }) => sbom !== null || Object.keys(maps).length > 0);
  const capabilities = isMore ? await capabilitiesOf(client) : [];
  const allMaps = sent.flatMap(({ maps }) => Object.keys(maps)).length;
  const has = (capability: string) => capabilities.includes(capability);
  const takesMaps = allMaps > 0 && has('source-maps');
  if (allMaps > 0 && !takesMaps) {
    io.note(
      `${counted(allMaps, 'source map')} left out: this registry is of before it kept them. ` +
        'Upgrade its servers, then publish --again.',
    );
  }
  const toSend = sent.flatMap((build) => {
    const paths = Object.keys({ ...(takesMaps && build.maps), ...build.sizes });
    // One of before would take it for a file that the build does not state.
    const takesSbom = build.sbom !== null && has('sbom');
    const more = [...(takesSbom ? [sbomFile] : []), 'artifact.json'];
    return [...paths, ...more].map((path) => ({ build, path }));
  });
  // The server breaks off in the middle of a file that is too large, and says nothing of which it was.
  const problem = fileProblem(
    toSend.map(({ build: { sizes, maps, sbom }, path }) => ({
      path,
      byteLength: sizes[path] ?? maps[path] ?? (path === sbomFile ? sbom : null) ?? 0,
    })),
  );
  if (problem !== null) throw new Failed(problem);
  await uploadAll(toSend, client, (done, all) => draw?.(`Sending ${done} of ${all} files`)).finally(
    () => draw?.(null),
  );

  const done: Published[] = [];
  for (const local of builds) {
    const { artifact, source, sizes, maps } = local;
    const said = saidOrigin(io.variables, source);
    const { app, build } = artifact;
    const sourceMaps = takesMaps && sent.includes(local) ? Object.keys(maps).length : 0;
    const answer = await client.call(routes.publish, {
      params: { app, build },
      body: { ...(options.previewOnly && { previewOnly: true }), ...(said && { said }) },
    });
    if (!answer.ok) {
      // No answer follows that would name them.
      for (const one of done) if (one.published) io.note(`published ${one.app}@${one.build}`);
    }
    const { published } = orFail(answer);
    const bytes = Object.values(sizes);
    const size = bytes.reduce((sum, one) => sum + one, 0);
    done.push({ app, build, published, files: bytes.length, sourceMaps, size });
  }
  return done;
}

/** What the registry takes beside the files of builds; one that does not would refuse a build with it. */
async function capabilitiesOf(client: AdminClient): Promise<readonly string[]> {
  return orFail(await client.call(routes.whoami, {})).capabilities;
}

/** Whether the registry has this very build; its id must not stand for another content there. */
async function isKnown({ artifact }: LocalBuild, client: AdminClient): Promise<boolean> {
  const { app, build, files, declaration } = artifact;
  const answer = await client.call(routes.build, { params: { app, build } });
  if (!answer.ok && answer.code === 'unknown') return false;
  const theirs = orFail(answer).artifact;
  // Ids of builds by an older kit know nothing of the declaration.
  if (isDeepStrictEqual([theirs.files, theirs.declaration], [files, declaration])) return true;
  return fail('taken', `${app} ${build} is published with another content.`, 'Build it again.');
}

/** After the first failure no more files are begun, and those that are under way end first. */
async function uploadAll(
  files: readonly FileOf[],
  client: AdminClient,
  onProgress: (done: number, all: number) => void,
): Promise<void> {
  // Where one lane fails, the others take no more of it.
  const waiting = (function* () {
    yield* files;
  })();
  let done = 0;

  async function lane(): Promise<void> {
    for (const { build, path } of waiting) {
      const { app, build: id } = build.artifact;
      const body = await build.read(path);
      const params = { app, build: id, '*': path };
      orFail(await client.call(routes.putFile, { params, body }));
      done += 1;
      onProgress(done, files.length);
    }
  }
  const begun = Array.from({ length: lanes }, lane);
  await Promise.all(begun).finally(() => Promise.allSettled(begun));
}
