import * as v from 'valibot';

export const settingValueSchema = v.union([v.boolean(), v.number(), v.string()]);
export type SettingValue = v.InferOutput<typeof settingValueSchema>;

/** What is set of an app's settings, by name; what is not in it has the default of the build that runs. */
export const settingValuesSchema = v.record(v.string(), settingValueSchema);
export type SettingValues = Readonly<v.InferOutput<typeof settingValuesSchema>>;

/** A declared setting, as far as values are read by it: as `remote.json` says it, or as TypeScript reads that file. */
export interface ReadSetting {
  readonly type: string;
  readonly default: SettingValue;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly maxLength?: number | undefined;
}

/** Why a value is none of a setting, half a sentence; null: it is one. */
export function valueProblem(setting: ReadSetting, value: unknown): string | null {
  const { type, minimum, maximum, enum: words, maxLength } = setting;
  const wanted = type === 'integer' ? 'number' : type;
  if (typeof value !== wanted) return `must be a ${wanted}`;
  if (typeof value === 'number') {
    if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
    if (!Number.isFinite(value)) return 'must be a number';
    if (minimum !== undefined && value < minimum) return `must be ${minimum} or more`;
    if (maximum !== undefined && value > maximum) return `must be ${maximum} or less`;
  }
  if (typeof value === 'string') {
    if (words && !words.includes(value)) return `must be one of ${words.join(', ')}`;
    if (maxLength !== undefined && value.length > maxLength) {
      return `must have ${maxLength} characters or fewer`;
    }
  }
  return null;
}

/** Whether two sets of values are the same, whatever the order of their names. */
export function areSameValues(one: SettingValues = {}, other: SettingValues = {}): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
