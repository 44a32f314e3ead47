import { expect, it } from 'vitest';
import { choosePlatform } from './platform.ts';

it('is this machine’s, or one that is named', () => {
  const own = `${process.platform}-${process.arch}`;
  expect(choosePlatform()).toEqual({ ok: true, value: own });
  expect(choosePlatform('linux-arm64')).toEqual({ ok: true, value: 'linux-arm64' });
});

it.each(['linux-arm', 'win32-x64', 'linux', ''])(
  'is none called "%s", and says which there are',
  (name) => {
    expect(choosePlatform(name)).toEqual({
      ok: false,
      problem: `There is no tree for "${name}": name one of darwin-arm64, darwin-x64, linux-arm64, linux-x64 by --platform.`,
    });
  },
);
