import { type Result, refused } from '@tallystick/contract/result';
import * as v from 'valibot';

/** What opens something is not for a log, nor is an address that may have a password. */
const secretNames = /(KEY|TOKEN|SECRET|PASSWORD)$|^(RELEASE_WEBHOOK|DATABASE|SMTP|AWS)_/;

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
  const isSecret = secretNames.test(name) || value.includes('@');
  const shown = isSecret ? name : `${name}=${value}`;
  return refused(`${shown} ${issue.message}`);
}
