import { describe, expect, it } from 'vitest';
import { openLines, saidIn } from './said.ts';

describe('what a process says', () => {
  const html = `<p title="\\">é\u2028😀</p>`;

  it.each([
    { type: 'open' },
    { type: 'ready' },
    { type: 'broken', problem: 'x' },
    { type: 'rendered', id: 1, html },
    { type: 'rendered', id: 2, html: '' },
    { type: 'failed', id: 1, problem: 'x' },
    { type: 'moved', id: 1, problem: 'x' },
    { type: 'call', id: 1, call: 2, path: 'assets/summary', body: '{}' },
  ])('is heard: %o', (said) => {
    expect(saidIn(JSON.stringify(said))).toEqual(said);
  });

  it.each([
    ['nothing', ''],
    ['half a line', '{"type":"rendered","id":1,"html":"<p>'],
    ['half a line of something else', '{"type":"ready"'],
    ['text after the HTML', '{"type":"rendered","id":1,"html":"x","y":{}}'],
    ['HTML that is no text', '{"type":"rendered","id":1,"html":[]}'],
    ['no end', '{"type":"rendered","id":1,"html":"x"]'],
    ['numbers that are none', '{"type":"rendered","id":1e999x,"html":"x"}'],
    ['an id that is text', '{"type":"failed","id":"1","problem":""}'],
    ['no type', '{"__proto__":{"type":"ready"}}'],
    ['a type of another kind', '{"type":["ready"]}'],
    ['a list', '[{"type":"ready"}]'],
    ['null', 'null'],
    [
      'a path that is none',
      JSON.stringify({ type: 'call', id: 1, call: 1, path: 'x'.repeat(501), body: '' }),
    ],
    ['brackets', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    [
      'brackets beside what fits',
      `{"type":"ready","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ],
    [
      'brackets for HTML',
      `{"type":"rendered","id":1,"html":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ],
  ])('is not heard: %s', (_, line) => {
    expect(saidIn(line)).toBeNull();
  });

  it('has an error of a thousand characters', () => {
    for (const type of ['broken', 'failed', 'moved']) {
      const line = JSON.stringify({ type, id: 1, problem: 'a'.repeat(5_000) });
      expect(saidIn(line)).toHaveProperty('problem', 'a'.repeat(1_000));
    }
  });
});

it('cuts lines, in whatever pieces they come', () => {
  const lines = openLines();
  const said = ['', 'a', 'b', '\n', '\nc\nd', 'e', '\n\n', 'f'].map(lines);
  expect(said).toEqual([[], [], [], ['ab'], ['', 'c'], [], ['de', ''], []]);
});
