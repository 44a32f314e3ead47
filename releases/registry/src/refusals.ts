import { type Refusal, refusal } from './contract/problem.ts';
import type { Actor } from './contract/tokens.ts';

/** Null if the actor may do what only managers may. */
export function unlessManager({ name, scope }: Actor, what: string): Refusal | null {
  return scope.kind === 'manager'
    ? null
    : refusal('forbidden', `"${name}" is a publisher's token: only a manager may ${what}`);
}

/** Null if the actor may do what is for the teams of every one of these apps. */
export function unlessMay({ name, scope }: Actor, apps: readonly string[]): Refusal | null {
  if (scope.kind === 'manager') return null;
  const foreign = apps.find((app) => app !== scope.app);
  return foreign === undefined
    ? null
    : refusal('forbidden', `the token "${name}" is for ${scope.app} alone, not for ${foreign}`);
}
