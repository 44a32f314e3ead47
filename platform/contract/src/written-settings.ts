import { didYouMean } from './nearest.ts';
import { type Result, refused } from './result.ts';
import {
  type ReadSetting,
  type SettingValue,
  type SettingValues,
  valueProblem,
} from './setting-values.ts';

/** Reads settings as somebody types them, such as `pageSize=50`: by what the app declares. */
export function writtenSettings(
  declared: Readonly<Record<string, ReadSetting>>,
  words: readonly string[],
): Result<SettingValues> {
  const values: Record<string, SettingValue> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1) return refused(`${word} is no setting with its value, such as pageSize=50`);
    const name = word.slice(0, at);
    const setting = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (setting === undefined) {
      const guess = didYouMean(name, Object.keys(declared));
      return refused(`there is no setting ${name}.${guess}`);
    }
    const value = valueIn(setting, word.slice(at + 1));
    const problem = valueProblem(setting, value);
    if (problem !== null) return refused(`${name} ${problem}`);
    values[name] = value;
  }
  return { ok: true, value: values };
}

/** The value that a text stands for; where it stands for none, the text. */
function valueIn({ type }: ReadSetting, text: string): SettingValue {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
