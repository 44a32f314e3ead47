import {
  type ReadSetting,
  type SettingValues,
  valueProblem,
} from '@tallystick/contract/setting-values';
import { createContext, useContext, useMemo } from 'react';
import { valuesOf } from './values-of-page.ts';

/** What a remote declares as `settings` in its `remote.json`: `import remote from '../remote.json'`. */
export type DeclaredSettings = Readonly<Record<string, ReadSetting>>;

type ValueOf<Setting extends ReadSetting> = Setting extends { enum: readonly (infer Word)[] }
  ? Word
  : Setting['default'] extends boolean
    ? boolean
    : Setting['default'] extends number
      ? number
      : string;

/** The value of each setting. */
export type Settings<Declared extends DeclaredSettings> = {
  readonly [Name in keyof Declared]: ValueOf<Declared[Name]>;
};

/** Set by the site around what an app shows: what its channel has set for this browser. */
export const SettingsContext = createContext<SettingValues | undefined>(undefined);

/**
 * The settings of the app whose component calls it: what its channel has set for this browser, else the default. They
 * change at a navigation to another page, as a build does.
 *
 * @param declared `settings` of the app's own `remote.json`
 */
export function useSettings<Declared extends DeclaredSettings>(
  declared: Declared,
): Settings<Declared> {
  const set = useContext(SettingsContext);
  return useMemo(() => readSettings(declared, set), [declared, set]);
}

/**
 * The same in a loader or an action.
 *
 * @param request as the loader is called with it; any other has the defaults
 */
export function settings<Declared extends DeclaredSettings>(
  declared: Declared,
  request: Request,
): Settings<Declared> {
  return readSettings(declared, valuesOf(request));
}

/** A build takes no value that it does not declare: where its channel has one, the default holds. */
function readSettings<Declared extends DeclaredSettings>(
  declared: Declared,
  set: SettingValues = {},
): Settings<Declared> {
  const values = Object.fromEntries(
    Object.entries(declared).map(([name, setting]) => {
      const value = set[name];
      return [name, valueProblem(setting, value) === null ? value : setting.default];
    }),
  );
  if (isOf(declared, values)) return values;
  throw new TypeError('A setting is declared with a default of another type.');
}

function isOf<Declared extends DeclaredSettings>(
  declared: Declared,
  values: Readonly<Record<string, unknown>>,
): values is Settings<Declared> {
  return Object.entries(declared).every(
    ([name, setting]) => typeof values[name] === typeof setting.default,
  );
}
