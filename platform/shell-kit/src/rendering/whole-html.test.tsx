import { lazy, Suspense } from 'react';
import { expect, it } from 'vitest';
import { wholeHtml } from './whole-html.ts';

it('is the HTML of what has its data', async () => {
  expect(await wholeHtml(<p title="a">b &amp; c</p>)).toBe('<p title="a">b &amp; c</p>');
});

it('waits for what is not there as it is first drawn', async () => {
  const Late = lazy(async () => ({ default: () => <p>it came</p> }));
  const page = (
    <Suspense fallback="not yet">
      <Late />
    </Suspense>
  );
  expect(await wholeHtml(page)).toBe('<!--$--><p>it came</p><!--/$-->');
});

it('fails by what a component throws, also within a boundary', async () => {
  function Broken(): never {
    throw new Error('broken here');
  }
  const page = (
    <Suspense fallback="not yet">
      <Broken />
    </Suspense>
  );
  await expect(wholeHtml(<Broken />)).rejects.toThrow('broken here');
  await expect(wholeHtml(page)).rejects.toThrow('broken here');
});
