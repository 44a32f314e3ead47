import { distance } from '@tallystick/contract/nearest';

/**
 * One line for each variable whose name is close to that of a setting, since it is probably a typing error. To spare
 * variables of other programs, only one letter may differ, or a few near the end of the name.
 */
export function mistypedSettings(
  variables: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.keys(variables).flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((one) => isNearly(name, one));
    return meant === undefined
      ? []
      : [`${name} is not a setting and has no effect. Did you mean ${meant}?`];
  });
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
