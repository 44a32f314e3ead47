import * as v from 'valibot';
import { expect, it } from 'vitest';
import { matching } from './kinds.ts';
import { readSettings } from './read-settings.ts';
import { setting } from './setting.ts';

const short = matching(/^.$/, 'is longer than a letter');
const entries = {
  BREAD: v.optional(short, 'r'),
  BREAD_URL: v.optional(short),
  OVEN_KEY: v.optional(short),
  SMTP_URL: setting(v.optional(short), { does: 'mail server', readBy: ['oven'], secret: true }),
  PUBLIC_KEY: setting(v.optional(short), { does: 'for everybody', readBy: ['oven'] }),
};

it('reads what is given, and takes what is empty for absent', () => {
  expect(readSettings(entries, { BREAD: '', BREAD_URL: 'a', OTHER: 'b' })).toEqual({
    ok: true,
    value: { BREAD: 'r', BREAD_URL: 'a' },
  });
});

it.each([
  [{ BREAD: 'rye' }, 'BREAD=rye is longer than a letter'],
  [{ OVEN_KEY: 'open' }, 'OVEN_KEY is longer than a letter'],
  [{ SMTP_URL: 'smtp:secret' }, 'SMTP_URL is longer than a letter'],
  [{ PUBLIC_KEY: 'open' }, 'PUBLIC_KEY=open is longer than a letter'],
  [{ BREAD_URL: 'https://ada:secret@bread.example' }, 'BREAD_URL is longer than a letter'],
])('refuses %j and shows no secret', (variables, problem) => {
  expect(readSettings(entries, variables)).toEqual({ ok: false, problem });
});
