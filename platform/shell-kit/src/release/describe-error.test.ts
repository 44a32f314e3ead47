import { expect, it } from 'vitest';
import { shellBuild } from './build.ts';
import { describeError } from './describe-error.ts';

const shell = { app: 'shell', build: shellBuild };
const note = { app: 'mfe-note', build: '1.0.0-aaaaaaaaaaaa' };
const noteFrame = 'mfe-note/1.0.0-aaaaaaaaaaaa/routes.0123456789ab.js:1:2345';
const shellFrame = `shell/${shellBuild}/main.0123456789ab.js:1:9`;

function errorAt(frames: readonly string[], message = 'no total') {
  const lines = frames.map((frame) => `    at x (https://site.example/artifacts/${frame})`);
  return Object.assign(new TypeError(message), {
    stack: [`TypeError: ${message}`, ...lines].join('\n'),
  });
}

it('is of the remote in whose file it was thrown, the innermost first', () => {
  const error = errorAt([shellFrame, noteFrame, shellFrame]);
  expect(describeError(error, shell)).toEqual({
    ...note,
    name: 'TypeError',
    message: 'no total',
    frames: [shellFrame, noteFrame, shellFrame],
  });
});

it('is of the shell if no remote stands in it, and else nobody’s', () => {
  expect(describeError(errorAt([shellFrame]), shell)).toMatchObject(shell);
  expect(describeError(errorAt([]), shell)).toBeNull();
  expect(describeError('a text', shell)).toBeNull();
  const cancelled = new DOMException('The user aborted a request.', 'AbortError');
  expect(describeError(cancelled, shell, { culprit: note })).toBeNull();
});

it.each([
  [new Response(null, { status: 503 }), 'status 503'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
  [Object.create(null), 'object'],
])('is of whose page failed, whatever was thrown: %#', (thrown, message) => {
  const expected = { ...note, name: 'thrown', message, frames: [] };
  expect(describeError(thrown, shell, { culprit: note })).toEqual(expected);
});

const drawnBy = (...frames: string[]) =>
  frames.map((frame) => `\n    at Part (https://site.example/artifacts/${frame})`).join('');

it('is of the remote that React drew, innermost first, where its own code alone threw', () => {
  const of418 = errorAt([shellFrame], 'Minified React error #418');
  const components = drawnBy(shellFrame, noteFrame, shellFrame);
  expect(describeError(of418, shell, { components })).toMatchObject({
    ...note,
    message: 'Minified React error #418',
    frames: [shellFrame, noteFrame, shellFrame, shellFrame],
  });
  expect(describeError(of418, shell, { components: drawnBy(shellFrame) })).toMatchObject(shell);
});

it('is what a remote threw, where React wraps that in an error of its own', () => {
  const of520 = errorAt([shellFrame], 'Minified React error #520');
  of520.cause = errorAt([noteFrame]);
  const components = drawnBy(shellFrame);
  expect(describeError(of520, shell, { components })).toEqual({
    ...{ ...note, name: 'TypeError', message: 'no total' },
    frames: [noteFrame],
  });
});

it('is bounded, and scrubbed before it is cut', () => {
  const error = errorAt(
    Array.from({ length: 50 }, () => noteFrame),
    'm'.repeat(32).concat(' ').repeat(400),
  );
  const described = describeError(error, shell);
  expect(described?.message).toHaveLength(300);
  expect(described?.frames).toHaveLength(8);
  const mail = errorAt([noteFrame], `${'word '.repeat(58)}ann.lee@example.org`);
  expect(describeError(mail, shell)?.message).toBe(`${'word '.repeat(58)}…`);
});
