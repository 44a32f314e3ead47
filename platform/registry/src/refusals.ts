import { type Refusal, refusal } from './contract/problem.ts';
import { type Actor, ownApps, type Right, rights, theRegistry } from './contract/tokens.ts';

/** The registry as the actor of a change that people could make as well. */
export const asTheRegistry: Actor = { ...theRegistry, scope: { kind: 'manager' } };

/** Null if the actor may do what only managers may. */
export function unlessManager(actor: Actor, what: string): Refusal | null {
  const { name, scope } = actor;
  if (scope.kind === 'manager' && scope.channels !== undefined) {
    const problem = `"${name}" manages ${scope.channels.join(', ')} alone, and may not ${what}`;
    return refusal('forbidden', problem);
  }
  return scope.kind === 'manager'
    ? null
    : refusal('forbidden', `${roleOf(actor)}: only a manager may ${what}`);
}

/** Null if the actor may say who may do what. */
export function unlessAdministrator(actor: Actor, what: string): Refusal | null {
  const mayNot = unlessManager(actor, what);
  if (mayNot !== null || actor.scope.kind !== 'manager') return mayNot;
  return actor.scope.administers === false
    ? refusal('forbidden', `"${actor.name}" manages releases: only an administrator may ${what}`)
    : null;
}

function roleOf({ name, scope, person }: Actor): string {
  if (scope.kind === 'viewer') return `"${name}" may only look`;
  return person === undefined ? `"${name}" is a publisher's token` : `"${name}" is a publisher`;
}

/** Null if the actor has this right to every one of these apps. */
export function unlessMay(
  actor: Actor,
  apps: readonly string[],
  right: Right = 'promote',
): Refusal | null {
  const { name, scope, person } = actor;
  if (scope.kind === 'manager') return null;
  if (scope.kind === 'viewer') return unlessManager(actor, `${right} any app`);
  const own = ownApps(scope) ?? [];
  const foreign = apps.find((app) => !own.includes(app));
  if (foreign !== undefined) {
    const who = person === undefined ? `the token "${name}"` : `"${name}"`;
    return refusal('forbidden', `${who} is for ${own.join(', ')} alone, not for ${foreign}`);
  }
  const { may = 'promote' } = scope;
  if (rights.indexOf(may) >= rights.indexOf(right)) return null;
  const problem = `"${name}" is trusted to ${may} ${apps.join(', ')}, not to ${right} it; a manager can trust it to (trust)`;
  return refusal('forbidden', problem);
}
