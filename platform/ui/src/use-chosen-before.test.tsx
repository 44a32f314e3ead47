// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { Segments } from './segments.tsx';

const onChoose = vi.fn();
afterEach(() => {
  cleanup();
  localStorage.clear();
  onChoose.mockClear();
});

/** Takes over a rendered page in which somebody has done something, or nothing. */
function takeOver(page: ReactElement, act: (container: HTMLElement) => void = () => {}): void {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  act(container);
  render(page, { container, hydrate: true });
}

const segments = (
  <Segments
    legend="Times"
    segments={[
      { option: 'utc', label: 'UTC' },
      { option: 'local', label: 'Local' },
    ]}
    chosen="utc"
    onChoose={onChoose}
  />
);

it('what was chosen of several radio buttons counts as soon as the page listens', () => {
  takeOver(segments, (container) =>
    container.querySelector<HTMLElement>('[value="local"]')?.click(),
  );
  expect(onChoose.mock.calls).toEqual([['local']]);
});

it('where nothing was chosen, nothing is', () => {
  takeOver(segments);
  render(segments);
  expect(onChoose).not.toHaveBeenCalled();
});
