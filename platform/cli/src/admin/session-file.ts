import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secret as forOwnerAlone, writeWhole } from '@tallystick/settings/write-whole';
import * as v from 'valibot';
import type { Io } from '../io.ts';

/** The secret of a person's session, by the address of the admin API. */
const fileSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Where this user's sign-ins are kept; null: the system names no such folder. */
function sessionFile({ XDG_CONFIG_HOME, APPDATA, HOME }: Io['variables']): string | null {
  const folder = XDG_CONFIG_HOME || APPDATA || (HOME && join(HOME, '.config'));
  return folder ? join(folder, 'tallystick', 'sessions.json') : null;
}

function readAll(file: string | null): Record<string, string> {
  try {
    return file === null ? {} : v.parse(fileSchema, readFileSync(file, 'utf8'));
  } catch {
    // A file that is not there, or that nobody can read, holds no sign-in.
    return {};
  }
}

/** The secret of who is signed in at this address; undefined: nobody is. */
export function readSession(variables: Io['variables'], url: string): string | undefined {
  return readAll(sessionFile(variables))[url];
}

/**
 * Keeps the secret of who has signed in at this address, for this user of the machine alone; null: forgets it.
 *
 * @returns whether there is a folder for it
 */
export async function keepSession(
  variables: Io['variables'],
  url: string,
  secret: string | null,
): Promise<boolean> {
  const file = sessionFile(variables);
  if (file === null) return false;
  const { [url]: _, ...others } = readAll(file);
  const kept = secret === null ? others : { ...others, [url]: secret };
  await writeWhole(file, `${JSON.stringify(kept, null, 2)}\n`, forOwnerAlone);
  return true;
}
