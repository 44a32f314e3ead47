import { contractFile } from '@tallystick/contract/build-contract';
import type { ShipAnswer, ShipQuestion } from '@tallystick/registry/contract/can-ship';
import { copiesIn } from '@tallystick/registry/contract/react-dom-copies';
import type { LocalBuild } from './local-build.ts';

/** What the registry has to know of a build that it does not have. */
export async function unpublishedParts({
  artifact,
  sizes,
  read: bytesOf,
}: LocalBuild): Promise<NonNullable<ShipQuestion['unpublished']>[number]> {
  const textOf = async (path: string) => new TextDecoder().decode(await bytesOf(path));
  const has = (path: string) => Object.hasOwn(artifact.files, path);
  const manifest = has('mf-manifest.json') ? JSON.parse(await textOf('mf-manifest.json')) : null;
  const scripts = Object.keys(artifact.files).filter((path) => /\.m?js$/.test(path));
  const read = await Promise.all(scripts.map(async (path) => [path, await bytesOf(path)] as const));
  const copies = artifact.kind === 'remote' ? copiesIn(read, manifest) : {};
  return {
    artifact,
    // As the registry notes it when it publishes.
    manifest: Object.keys(copies).length > 0 ? { ...manifest, ...copies } : manifest,
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
