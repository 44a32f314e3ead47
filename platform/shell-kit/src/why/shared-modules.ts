import { satisfy } from '@module-federation/enhanced/runtime';
import type { Required } from '../federation/platform-shares.ts';
import type { SharedModule } from './facts.ts';

/** The version of each module of a share scope, by its name. */
export type Versions = Readonly<Record<string, string>>;

/** The modules of a share scope, each with the version that comes first. */
export function versionsOf(scope: Readonly<Record<string, object>>): Versions {
  return Object.fromEntries(
    Object.entries(scope).map(([name, versions]) => [name, Object.keys(versions)[0] ?? '']),
  );
}

/**
 * Which copy of each module a build gets that it takes from a share scope.
 *
 * @param shell what the shell shares
 * @param earlier what such a build finds in place of some of it, because it needs the React of before
 */
export function sharedModules(
  required: Required,
  shell: Versions,
  earlier: Versions,
): SharedModule[] {
  return required.map(({ name, requiredVersion }): SharedModule => {
    const wants = requiredVersion || null;
    const instead = earlier[name];
    if (instead !== undefined) return { name, wants, from: 'earlier', version: instead };
    const version = shell[name];
    if (version === undefined) return { name, wants, from: 'own', version: null };
    const fits = wants === null || satisfy(version, wants);
    return { name, wants, from: fits ? 'shell' : 'misfit', version };
  });
}

/** What the shell shares and a build does not take: it does not use it, or has a copy compiled in. */
export function notTakenOf(required: Required, shell: Versions): string[] {
  return Object.keys(shell)
    .filter((name) => required.every((one) => one.name !== name))
    .sort();
}
