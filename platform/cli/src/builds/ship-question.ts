import { contractFile } from '@tallystick/contract/build-contract';
import type { ShipAnswer, ShipQuestion } from '@tallystick/registry/contract/can-ship';
import type { LocalBuild } from './local-build.ts';

/** What the registry has to know of a build that it does not have. */
export async function unpublishedParts({
  artifact,
  sizes,
  read,
}: LocalBuild): Promise<NonNullable<ShipQuestion['unpublished']>[number]> {
  const textOf = async (path: string) => new TextDecoder().decode(await read(path));
  const has = (path: string) => Object.hasOwn(artifact.files, path);
  return {
    artifact,
    manifest: has('mf-manifest.json') ? JSON.parse(await textOf('mf-manifest.json')) : null,
    entry: has('entry.json') ? JSON.parse(await textOf('entry.json')) : null,
    contract: has(contractFile) ? await textOf(contractFile) : null,
    sizes,
  };
}

/** What stands in the way of shipping, a line for each, and the way out. */
export function describeProblems({ problems, way, notes }: ShipAnswer): string[] {
  return [
    ...problems.map(({ problem }) => `  ${problem}`),
    ...(way === null ? [] : [`  ${way}`]),
    ...notes.map((note) => `  note: ${note}`),
  ];
}
