import { expect, it } from 'vitest';
import { renameStyles } from './style-attributes.ts';

it('gives style attributes the name that they travel under', () => {
  expect(renameStyles('<p class="a" style="width:40%">x</p><br style="color:red"/>')).toBe(
    '<p class="a" data-style-attribute="width:40%">x</p><br data-style-attribute="color:red"/>',
  );
});

it('leaves what only looks like one', () => {
  for (const html of [
    '<p>a style="b"</p>',
    '<p title="x style=">a</p><p hidden data-style="c">b</p>',
    '<p title=" style=" class="a">x</p>',
  ]) {
    expect(renameStyles(html)).toBe(html);
  }
});
