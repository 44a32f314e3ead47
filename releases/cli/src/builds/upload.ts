import type { BuildKey } from '@tallystick/registry/contract/build-key';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { type Failure, failure, type OrFailure } from '../outcome.ts';
import type { LocalBuild } from './local-build.ts';

/** So many files are under way at once. */
const lanes = 6;

/** One build and what became of it. */
export interface Published extends BuildKey {
  /** Whether it is new to the registry. */
  published: boolean;
  files: number;
  size: number;
}

export interface PublishOptions {
  /** Also what the registry has is sent. */
  again: boolean;
  /** Is called with how many files of all have been sent. */
  onProgress: (done: number, all: number) => void;
}

/**
 * Publishes builds: the files of all of them side by side, then each as a whole. A build that the
 * registry has with the same content is not sent again.
 */
export async function publishBuilds(
  builds: readonly LocalBuild[],
  client: AdminClient,
  { again, onProgress }: PublishOptions,
): Promise<OrFailure<Published[]>> {
  const files: { build: LocalBuild; path: string }[] = [];
  for (const build of builds) {
    const known = await isKnown(build, client);
    if (typeof known !== 'boolean') return known;
    if (known && !again) continue;
    for (const path of [...Object.keys(build.artifact.files), 'artifact.json']) {
      files.push({ build, path });
    }
  }
  const failed = await uploadAll(files, client, onProgress);
  if (failed !== null) return failed;

  const published: Published[] = [];
  for (const { artifact, size } of builds) {
    const { app, build } = artifact;
    const answer = await client.call(routes.publish, { params: { app, build } });
    if (!answer.ok) return answer;
    const count = Object.keys(artifact.files).length;
    published.push({ app, build, published: answer.value.published, files: count, size });
  }
  return { ok: true, value: published };
}

/** Whether the registry has this very build; a failure if its id stands for another content there. */
async function isKnown({ artifact }: LocalBuild, client: AdminClient): Promise<boolean | Failure> {
  const { app, build, files } = artifact;
  const answer = await client.call(routes.build, { params: { app, build } });
  if (!answer.ok) return answer.code === 'unknown' ? false : answer;
  const theirs = answer.value.artifact.files;
  const paths = Object.keys({ ...theirs, ...files });
  if (paths.every((path) => theirs[path] === files[path])) return true;
  return failure('taken', `${app} ${build} is published with another content.`, 'Build it again.');
}

/** Answers the first failure, after which no more files are begun. */
async function uploadAll(
  files: readonly { build: LocalBuild; path: string }[],
  client: AdminClient,
  onProgress: PublishOptions['onProgress'],
): Promise<Failure | null> {
  const waiting = [...files];
  let done = 0;
  let failed: Failure | null = null;

  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { artifact } = next.build;
      const body = await next.build.read(next.path);
      const params = { app: artifact.app, build: artifact.build, '*': next.path };
      const answer = await client.call(routes.putFile, { params, body });
      if (!answer.ok) {
        failed ??= answer;
        waiting.length = 0;
        return;
      }
      done += 1;
      onProgress(done, files.length);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return failed;
}
