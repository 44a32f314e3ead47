import { distance } from '@tallystick/contract/nearest';

/** A variable that is no setting, and the setting that it is probably meant for. */
interface Mistyped {
  name: string;
  meant: string;
}

/**
 * The variables whose names are close to that of a setting, since they are probably typing errors. To spare variables of
 * other programs, only one letter may differ, or a few near the end of the name.
 */
export function mistypedSettings(
  variables: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): Mistyped[] {
  return Object.keys(variables).flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((one) => isNearly(name, one));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Names of settings that this process has been told of, and variables that it has told of. */
const known = new Set<string>();
const told = new Set<string>();

/**
 * Says on standard error which of this process's variables are nearly settings, each variable once; it has no other
 * effect. Give it the names of all programs of the installation: these may share a file of settings.
 */
export function tellMistyped(names: readonly string[]): void {
  for (const name of names) known.add(name);
  for (const { name, meant } of mistypedSettings(process.env, [...known])) {
    if (told.has(name)) continue;
    told.add(name);
    console.error(`${name} is not a setting and has no effect. Did you mean ${meant}?`);
  }
}

/** Shorter names, such as HOST, are close to too many names of other programs. */
const shortest = 8;

function isNearly(name: string, setting: string): boolean {
  if (name.length < shortest || setting.length < shortest) return false;
  const letters = distance(name, setting);
  if (letters <= 1) return true;
  const length = Math.max(name.length, setting.length);
  const same = [...name].findIndex((letter, at) => letter !== setting[at]);
  return letters <= 3 && (same === -1 ? name.length : same) >= 0.8 * length;
}
