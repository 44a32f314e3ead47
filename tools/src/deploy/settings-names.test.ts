import { settingNames } from '@tallystick/settings/environment';
import { mistypedSettings } from '@tallystick/settings/mistyped';
import { expect, it } from 'vitest';
import { allSettingNames } from './deployed.testing.ts';

it('a setting of one server is never taken for a slip by another', () => {
  const all = Object.fromEntries(allSettingNames.map((name) => [name, '1']));
  expect(mistypedSettings(all, settingNames)).toEqual([]);
});
