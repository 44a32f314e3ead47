import { describe, expect, it } from 'vitest';
import { renderError } from './render-error.ts';

const pair = { shell: 'shell@1.0.0-aaaaaaaaaaaa', remote: 'mfe-a@2.0.0-bbbbbbbbbbbb' };
const ofShell = '    at render (/artifacts/shell/1.0.0-aaaaaaaaaaaa/server/entry.js:1:900)';
const ofRemote = '    at async Page (/artifacts/mfe-a/2.0.0-bbbbbbbbbbbb/server/entry.js:2:30)';
const ofNode = '    at process.processTicksAndRejections (node:internal/process/task_queues:104:5)';

describe('an error of rendering', () => {
  it('is the remote’s whose code stands in it, though the shell’s threw', () => {
    expect(
      renderError(pair, ['TypeError: no total', ofShell, ofNode, ofRemote].join('\n')),
    ).toEqual({
      app: 'mfe-a',
      build: '2.0.0-bbbbbbbbbbbb',
      name: 'TypeError',
      message: 'no total',
      frames: [
        'shell/1.0.0-aaaaaaaaaaaa/server/entry.js:1:900',
        'mfe-a/2.0.0-bbbbbbbbbbbb/server/entry.js:2:30',
      ],
    });
  });

  it('is the shell’s where only its code stands in it', () => {
    expect(renderError(pair, `Error: no frame\n${ofShell}`)).toMatchObject({
      app: 'shell',
      build: '1.0.0-aaaaaaaaaaaa',
    });
  });

  it.each(['it takes too long', 'its process ended (SIGKILL)'])('is a sentence: %s', (said) => {
    expect(renderError(pair, said)).toEqual({
      app: 'mfe-a',
      build: '2.0.0-bbbbbbbbbbbb',
      name: 'Not rendered',
      message: said,
      frames: [],
    });
  });

  it('names no other build, and no person', () => {
    const forged = '    at Page (/artifacts/mfe-b/2.0.0-bbbbbbbbbbbb/server/entry.js:2:30)';
    const said = `RangeError: two lines\nof ann@example.org\n${forged}\n${ofRemote}`;
    expect(renderError(pair, said)).toMatchObject({
      app: 'mfe-a',
      name: 'RangeError',
      message: 'two lines of …',
      frames: ['mfe-a/2.0.0-bbbbbbbbbbbb/server/entry.js:2:30'],
    });
  });
});
