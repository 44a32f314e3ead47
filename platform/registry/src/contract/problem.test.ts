import { expect, it } from 'vitest';
import { readRefusal } from './problem.ts';

it.each([
  ['a code that is known', 423, { code: 'locked' }, 'locked'],
  ['a code of a later version', 429, { code: 'tired' }, 'limited'],
  ['a status as the code', 503, { code: 503 }, 'unavailable'],
  ['a code of a later version, and a status that says no more', 409, { code: 'odd' }, 'invalid'],
])('reads a refusal with %s', (_what, status, body, code) => {
  const said = JSON.stringify({ ...body, error: 'Not now.', next: 'Wait.', more: 1 });
  const read = { ok: false, code, problem: 'Not now.', next: 'Wait.' };
  expect(readRefusal(status, said)).toEqual(read);
});

it('leaves out a cause that it does not understand', () => {
  const said = '{"code":"locked","error":"Locked.","cause":{"code":"locked","by":7}}';
  expect(readRefusal(423, said)).toEqual({ ok: false, code: 'locked', problem: 'Locked.' });
});

it.each(['', '<h1>502</h1>', '{"error":"no code"}', '[]'])('takes %j for no refusal', (body) => {
  expect(readRefusal(502, body)).toBeNull();
});
