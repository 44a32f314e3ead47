import type { BuildContract } from '@tallystick/contract/build-contract';
import { isSamePath, shareAddress } from '@tallystick/contract/declared-path';
import { remoteDeclarationSchema } from '@tallystick/contract/remote';
import { satisfies, validRange } from 'semver';
import * as v from 'valibot';
import type { BuildKey } from './build-key.ts';

/** The parts of a build that decide whether it fits beside others. */
export const traitsSchema = v.object({
  kind: v.picklist(['shell', 'remote']),
  declaration: v.nullish(remoteDeclarationSchema),
  /** What it provides (shell) or needs (remote) once in a page, from its federation manifest. */
  shared: v.nullish(
    v.array(
      v.object({
        name: v.string(),
        version: v.optional(v.string()),
        requiredVersion: v.optional(v.union([v.string(), v.literal(false)])),
        singleton: v.optional(v.boolean()),
      }),
    ),
  ),
});
export type Traits = v.InferOutput<typeof traitsSchema> & {
  /** What it uses and provides, with types; absent: its bundler records nothing, so only versions are compared. */
  contract?: BuildContract | undefined;
};

/** A build beside others. */
export type Part = Traits & BuildKey;

/** Addresses and menu entries that two remotes would both bring; a canary may bring those of its own app. */
export function sharedAddresses(one: Part, other: Part, isJudged: boolean): string[] {
  if (one.app === other.app) return [];
  const apps = `${one.app} and ${other.app}`;
  const paths = (one.declaration?.routes ?? []).flatMap(({ path }) =>
    (other.declaration?.routes ?? []).flatMap(({ path: beside }) => {
      if (isSamePath(path, beside)) return [`${apps} both declare the path ${beside}`];
      if (!isJudged || !shareAddress(path, beside)) return [];
      return [`${apps} declare ${path} and ${beside}: no address may belong to both`];
    }),
  );
  const names = new Set(one.declaration?.menu.map(({ name }) => name));
  const entries = (other.declaration?.menu ?? []).filter(({ name }) => names.has(name));
  return [...paths, ...entries.map(({ name }) => `${apps} both declare the menu entry ${name}`)];
}

/** A singleton that the remote needs and the shell does not provide, or in another version. */
export const missingSingleton = (remote: Part, shell: Part): string | null =>
  singletonMisfit(remote, shell)?.problem ?? null;

/** The same; `together`: with another build of the shell it could be provided. */
export function singletonMisfit(
  remote: Part,
  shell: Part,
): { problem: string; together: boolean } | null {
  for (const { name, requiredVersion: declared, singleton } of remote.shared ?? []) {
    if (singleton === false || !declared) continue;
    // If the shell has recorded nothing, what the remote uses cannot be compared with it. Then versions are compared.
    const builtWith = shell.contract === undefined && remote.contract?.versions?.[name];
    const requiredVersion = builtWith ? `^${builtWith}` : declared;
    // More than one where the shell brings an earlier major too.
    const provided = shell.shared ?? [];
    const versions = provided.flatMap((one) => {
      return one.name === name && one.version !== undefined ? [one.version] : [];
    });
    const needs = `${remote.app} ${remote.build} needs ${name} ${requiredVersion}`;
    if (validRange(requiredVersion) === null) {
      return { problem: `${needs}, which is no range of versions`, together: false };
    }
    if (versions.length === 0) {
      const lacks = `${needs}, which ${shell.app} ${shell.build} does not provide`;
      const pkg = packageOf(name);
      const isForeign = provided.length > 0 && provided.every((one) => packageOf(one.name) !== pkg);
      return isForeign
        ? { problem: `${lacks}, nor anything of ${pkg}: compile it in, unshared`, together: false }
        : { problem: lacks, together: true };
    }
    if (!versions.some((version) => satisfies(version, requiredVersion))) {
      const provides = `${shell.app} ${shell.build} provides ${versions.join(' and ')}`;
      return { problem: `${needs}, ${provides}`, together: true };
    }
  }
  return null;
}

/** The package of a module, such as `@acme/shared` of `@acme/shared/api`. */
function packageOf(module: string): string {
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}
