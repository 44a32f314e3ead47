import { distance } from '@tallystick/contract/nearest';

/**
 * One line for each variable that is none of these settings and nearly is one: it is likely a slip, and would do
 * nothing. Variables of others are only taken for one if a single letter differs, or the end of a word.
 */
export function mistypedSettings(
  variables: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.keys(variables).flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((one) => isNearly(name, one));
    return meant === undefined
      ? []
      : [`${name} is no setting and does nothing: is ${meant} meant?`];
  });
}

/** Shorter names, such as HOST, are near to too many of others. */
const shortest = 8;

function isNearly(name: string, setting: string): boolean {
  if (name.length < shortest || setting.length < shortest) return false;
  const letters = distance(name, setting);
  if (letters <= 1) return true;
  const length = Math.max(name.length, setting.length);
  const same = [...name].findIndex((letter, at) => letter !== setting[at]);
  return letters <= 3 && (same === -1 ? name.length : same) >= 0.8 * length;
}
