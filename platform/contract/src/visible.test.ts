import { expect, it } from 'vitest';
import { visible, visibleInJson } from './visible.ts';

it.each([
  ['Ada', 'Ada'],
  ['ÇELIK, שלום 👩‍🔬', 'ÇELIK, שלום 👩‍🔬'],
  ['می‌خواهم', 'می‌خواهم'],
  ['ada\u202egnp', 'ada⟨U+202E⟩gnp'],
  ['\u2067x\u2069\u200e\u200f\u061c', '⟨U+2067⟩x⟨U+2069⟩⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩'],
  ['a\u200bd\u2060a\ufeff\u00ad', 'a⟨U+200B⟩d⟨U+2060⟩a⟨U+FEFF⟩⟨U+00AD⟩'],
  ['\u{e0061}\u3164\u2028', '⟨U+E0061⟩⟨U+3164⟩⟨U+2028⟩'],
  ['one\nline\t', 'one\nline\t'],
  ['one\r\nline', 'one\r\nline'],
  ['\u001b[1mx\r\u0007\u009b2J', '⟨U+001B⟩[1mx⟨U+000D⟩⟨U+0007⟩⟨U+009B⟩2J'],
])('shows what is unseen in %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

it('escapes it in JSON, which stays the same', () => {
  const value = { 'a\u202e': 'b\u{e0061}\ufeff', c: 'd' };
  const json = visibleInJson(JSON.stringify(value));
  expect(json).toBe(String.raw`{"a\u202e":"b\udb40\udc61\ufeff","c":"d"}`);
  expect(JSON.parse(json)).toEqual(value);
});
