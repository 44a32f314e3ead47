import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Options } from '@tallystick/command-line/verb';
import * as v from 'valibot';
import type { FederationOptions } from '../builds/federation-build.ts';
import { readJson } from '../builds/json.ts';
import type { Io } from '../io.ts';
import { fail } from '../outcome.ts';
import type { Given } from './verb.ts';

/** Options by which a verb reads another bundler's build. */
export const buildOptions: Options = {
  remote: { value: 'FILE', about: "another bundler's build: its remote.json" },
  version: {
    value: 'X.Y.Z',
    about: 'its version, instead of that in package.json or its manifest',
  },
  container: { value: 'NAME', about: 'its global variable, if there is no mf-manifest.json' },
};

/** The values of `buildOptions`; paths are absolute. */
export function readBuildOptions({ text, io }: Pick<Given, 'text' | 'io'>): FederationOptions {
  const remote = text('remote');
  return {
    remote: remote && resolve(io.folder, remote),
    version: text('version'),
    container: text('container'),
  };
}

/** The folder that a word after the verb names; where there is none the command ends. */
export async function folderOf(word: string, verb: string, io: Io): Promise<string> {
  const folder = resolve(io.folder, word);
  // A broken link counts as there: the reader says why.
  if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return folder;
  const isOwn = v.is(
    v.object({ name: v.literal(word) }),
    await readJson(join(io.folder, 'remote.json')),
  );
  const next = isOwn ? `You are in the folder of ${word}; use: ${verb} .` : undefined;
  return fail('invalid', `There is no folder ${folder}.`, next);
}
