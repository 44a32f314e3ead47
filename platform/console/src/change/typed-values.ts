import type { DeclaredSettings } from '@tallystick/contract/declared-settings';
import type { SettingValue } from '@tallystick/contract/setting-values';
import { writtenSettings } from '@tallystick/contract/written-settings';
import type { AppValues } from '@tallystick/registry/contract/app-values';

/** What stands in the fields of settings, by name; an empty text: nothing is set. */
export type TypedValues = Readonly<Record<string, string>>;

/** What is set for all browsers, as its fields have it. */
export function typedValues(declared: DeclaredSettings, set: AppValues | null): TypedValues {
  const { values = {} } = set ?? {};
  return Object.fromEntries(
    Object.keys(declared).map((name) => [name, name in values ? String(values[name]) : '']),
  );
}

/** Why a field has no value of its setting, half a sentence; null: it has one, or nothing is set. */
export function typedProblem(declared: DeclaredSettings, name: string, text: string) {
  if (text === '') return null;
  const written = writtenSettings(declared, [`${name}=${text}`]);
  return written.ok ? null : written.problem;
}

/** What differs from what is set; `null`: it is no longer set. Null where a field has no value of its setting. */
export function changedValues(
  declared: DeclaredSettings,
  set: AppValues | null,
  typed: TypedValues,
): Record<string, SettingValue | null> | null {
  const before = typedValues(declared, set);
  const changed: Record<string, SettingValue | null> = {};
  for (const [name, text] of Object.entries(typed)) {
    if (text === before[name]) continue;
    const written = writtenSettings(declared, text === '' ? [] : [`${name}=${text}`]);
    if (!written.ok) return null;
    changed[name] = written.value[name] ?? null;
  }
  return changed;
}
