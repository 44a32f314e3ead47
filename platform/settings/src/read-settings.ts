import * as v from 'valibot';

export type SettingsResult<Values> = { ok: true; values: Values } | { ok: false; problem: string };

/** What opens something, and addresses with a password, are not for a log. */
const usualSecrets = /KEY|TOKEN|SECRET|PASSWORD/;

/**
 * Reads settings from environment variables, each by its schema. An empty variable counts as absent. `problem` is one
 * line for a person.
 *
 * @param secrets names of variables whose values are not shown
 */
export function readSettings<const Entries extends v.ObjectEntries>(
  entries: Entries,
  variables: Readonly<Record<string, string | undefined>>,
  secrets: RegExp = usualSecrets,
): SettingsResult<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = v.safeParse(v.object(entries), given);
  if (result.success) return { ok: true, values: result.output };
  const [issue] = result.issues;
  const name = v.getDotPath(issue) ?? 'environment';
  const shown = secrets.test(name) ? name : `${name}=${given[name] ?? ''}`;
  return { ok: false, problem: `${shown} ${issue.message}` };
}
