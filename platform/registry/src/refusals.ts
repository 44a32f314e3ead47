import { type Refusal, refusal } from './contract/problem.ts';
import { type Actor, appsOf, type Right, rights, theRegistry } from './contract/tokens.ts';

/** The registry as the actor of a change that people could make as well. */
export const asTheRegistry: Actor = { ...theRegistry, scope: { kind: 'manager' } };

/** Null if the actor may do what only managers may. */
export function unlessManager({ name, scope }: Actor, what: string): Refusal | null {
  if (scope.kind === 'manager' && scope.channels !== undefined) {
    const problem = `"${name}" manages ${scope.channels.join(', ')} alone, and may not ${what}`;
    return refusal('forbidden', problem);
  }
  return scope.kind === 'manager'
    ? null
    : refusal('forbidden', `"${name}" is a publisher's token: only a manager may ${what}`);
}

/** Null if the actor has this right to every one of these apps. */
export function unlessMay(
  { name, scope }: Actor,
  apps: readonly string[],
  right: Right = 'promote',
): Refusal | null {
  if (scope.kind === 'manager') return null;
  const own = appsOf(scope);
  const foreign = apps.find((app) => !own.includes(app));
  if (foreign !== undefined) {
    const problem = `the token "${name}" is for ${own.join(', ')} alone, not for ${foreign}`;
    return refusal('forbidden', problem);
  }
  const { may = 'promote' } = scope;
  if (rights.indexOf(may) >= rights.indexOf(right)) return null;
  const problem = `"${name}" is trusted to ${may} ${apps.join(', ')}, not to ${right} it; a manager can trust it to (trust)`;
  return refusal('forbidden', problem);
}
