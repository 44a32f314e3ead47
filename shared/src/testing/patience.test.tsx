// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function standStill(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('what has been found listens, also where the machine stood still as it came', async () => {
  let listens = false;
  let show = (_text: string) => {};
  function Page() {
    const [text, setText] = useState('');
    show = setText;
    // React leaves effects to its next turn once it has taken long.
    useLayoutEffect(() => standStill(10));
    useEffect(() => {
      listens = text !== '';
    }, [text]);
    return <p>{text}</p>;
  }
  render(<Page />);
  setTimeout(() => show('here'), 20);
  const { setTimeout: later } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds: number) => {
    const timer = later(run, milliseconds);
    if (milliseconds === 0) standStill(5);
    return timer;
  });
  await screen.findByText('here');
  expect(listens).toBe(true);
});

it('describes the page for who reads why a search failed, and not before', () => {
  const { container } = render(<p>before</p>);
  let failure: unknown;
  try {
    screen.getByText('missing');
  } catch (error) {
    failure = error;
  }
  container.append('looked at');
  expect(failure).toMatchObject({
    name: 'TestingLibraryElementError',
    message: expect.stringMatching(
      /^Unable to find an element with the text: missing[\s\S]*looked at/,
    ),
  });
});
