import { resolve } from 'node:path';
import type { FederationOptions } from '../builds/federation-build.ts';
import type { Given, Option } from './verb.ts';

/** Options of verbs that read a build of another bundler. */
export const buildOptions: Readonly<Record<string, Option>> = {
  remote: { type: 'string', value: 'FILE', about: "another bundler's build: its remote.json" },
  version: {
    type: 'string',
    value: 'X.Y.Z',
    about: 'its version, if neither manifest nor package says one',
  },
  container: {
    type: 'string',
    value: 'NAME',
    about: 'its global variable, if there is no mf-manifest.json',
  },
};

export function readBuildOptions({ text, io }: Pick<Given, 'text' | 'io'>): FederationOptions {
  const remote = text('remote');
  return {
    remote: remote === undefined ? null : resolve(io.folder, remote),
    version: text('version') ?? null,
    container: text('container') ?? null,
  };
}
