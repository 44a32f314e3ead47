import { type Result, refused } from '@tallystick/contract/result';
import * as v from 'valibot';
import { aboutOf } from './setting.ts';

/** Names of what opens something, where a setting is not declared as secret or not. */
const secretNames = /(KEY|TOKEN|SECRET|PASSWORD)$/;

/**
 * Reads settings from environment variables, each by its schema. An empty variable counts as absent. `problem` is one
 * line for a person, without values that are secret.
 */
export function readSettings<const Entries extends v.ObjectEntries>(
  entries: Entries,
  variables: Readonly<Record<string, string | undefined>>,
): Result<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = v.safeParse(v.object(entries), given);
  if (result.success) return { ok: true, value: result.output };
  const [issue] = result.issues;
  const name = v.getDotPath(issue) ?? 'environment';
  const value = given[name] ?? '';
  const shown = isSecret(name, entries[name]) || value.includes('@') ? name : `${name}=${value}`;
  return refused(`${shown} ${issue.message}`);
}

function isSecret(name: string, schema: v.ObjectEntries[string] | undefined): boolean {
  const about = schema && aboutOf(schema);
  return about === undefined ? secretNames.test(name) : about.secret === true;
}
