// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { locale } from './locale.ts';

it.each([
  [['de-DE', 'en-IE', 'en'], 'en-IE'],
  [['EN-us'], 'EN-us'],
  [['en-US@posix', 'en-US'], 'en-US'],
  [['en-US@posix', 'C', '', 'en_US', 'POSIX'], 'en-GB'],
  [['en-', 'de'], 'en-GB'],
  [[], 'en-GB'],
])('of %j is %s', (languages, tag) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  expect(locale()).toBe(tag);
  expect((35_592).toLocaleString(locale())).toBe('35,592');
});
