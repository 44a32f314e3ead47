import type { ProblemCode, Refusal } from './contract/problem.ts';
import type { Actor } from './contract/tokens.ts';

/** A refusal with one line for a person. */
export function refuse(code: ProblemCode, problem: string): Refusal {
  return { ok: false, code, problem };
}

/** Null if the actor may do what only managers may. */
export function unlessManager({ name, scope }: Actor, what: string): Refusal | null {
  return scope.kind === 'manager'
    ? null
    : refuse('forbidden', `"${name}" is a publisher's token: only a manager may ${what}`);
}

/** Null if the actor may move the builds of every one of these apps. */
export function unlessMay({ name, scope }: Actor, apps: readonly string[]): Refusal | null {
  if (scope.kind === 'manager') return null;
  const foreign = apps.find((app) => app !== scope.app);
  return foreign === undefined
    ? null
    : refuse('forbidden', `the token "${name}" is for ${scope.app} alone, not for ${foreign}`);
}
