import { expect, it } from 'vitest';
import { settingNames } from './environment.ts';
import { mistypedSettings } from './mistyped.ts';

it.each([
  ['STOP_DELY', 'STOP_DELAY'],
  ['STOP_DEALY', 'STOP_DELAY'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['DATABASE_UR', 'DATABASE_URL'],
])('tells of %s, which nearly is %s', (name, meant) => {
  expect(mistypedSettings({ [name]: '1' }, settingNames)).toEqual([{ name, meant }]);
});

it.each([
  'STOP_DELAY',
  'HOME',
  'HOSTNAME',
  'PATH',
  'METRICS_PORT',
  'DATABASE_NAME',
  'npm_config_x',
])('says nothing of %s', (name) => {
  expect(mistypedSettings({ [name]: '1' }, settingNames)).toEqual([]);
});
