import { resolve } from 'node:path';
import type { LocalBuild } from '../builds/local-build.ts';
import { readFolder } from '../builds/read-folder.ts';
import { publishBuilds } from '../builds/upload.ts';
import { buildOptions, readBuildOptions } from '../command/build-options.ts';
import { counted, size } from '../command/figures.ts';
import type { Given, Verb } from '../command/verb.ts';
import { failure, type Outcome } from '../outcome.ts';

export const publish: Verb = {
  name: 'publish',
  takes: 'FOLDER…',
  summary: 'send builds to the registry; nobody sees them yet',
  about: `Sends the newest build in each app's folder (its dist, made by tallystick-build), or what
the federation plugin of webpack, Rspack, Rsbuild or Vite has written, with a remote.json in that
folder or beside it. A build is kept for good under its build id and never changes; publishing
the same again does nothing. Visitors see it only after promote.`,
  options: {
    again: { type: 'boolean', about: 'send also what the registry has: brings back lost files' },
    ...buildOptions,
  },
  examples: [
    ['publish mfe-ledger', 'the newest build of one app'],
    ['publish shell mfe-ledger', 'of two apps, side by side'],
    ['publish mfe-ledger/dist/1.2.0-0123456789ab', 'one build by its folder'],
    ['publish dist --remote remote.json', "another bundler's build"],
  ],
  run,
};

async function run({ words, flag, text, client, io, json }: Given): Promise<Outcome> {
  if (words.length === 0) return failure('usage', 'Name at least one folder.');
  const builds: LocalBuild[] = [];
  for (const word of words) {
    const read = await readFolder(resolve(io.folder, word), readBuildOptions({ text, io }));
    if (!read.ok) return read;
    builds.push(read.value);
  }
  const draw = json ? null : io.draw;
  const result = await publishBuilds(builds, client, {
    again: flag('again'),
    onProgress: (done, all) => draw?.(`Sending ${done} of ${all} files`),
  });
  draw?.(null);
  if (!result.ok) return result;
  const lines = result.value.map(({ app, build, published, files, size: bytes }) =>
    published
      ? `${io.paint('good', 'published')} ${app}@${build}  ${counted(files, 'file')}, ${size(bytes)}`
      : `${io.paint('quiet', 'unchanged')} ${app}@${build}`,
  );
  return { ok: true, json: { published: result.value }, text: lines.join('\n') };
}
