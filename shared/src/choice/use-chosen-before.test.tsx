// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { TimeSelect } from '../transfers/time-select.tsx';
import { Segments } from '../ui/segments.tsx';
import { timeForm } from './time-form.ts';

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

it('what was chosen of several options counts as soon as the page listens', () => {
  takeOver(<TimeSelect />, (container) => {
    const select = container.querySelector('select');
    if (select !== null) select.value = 'local';
  });
  expect(timeForm.current()).toBe('local');
});

it('so it does of several radio buttons', () => {
  takeOver(segments, (container) =>
    container.querySelector<HTMLElement>('[value="local"]')?.click(),
  );
  expect(onChoose.mock.calls).toEqual([['local']]);
});

it('where nothing was chosen, what was kept stays', () => {
  timeForm.choose('relative');
  takeOver(<TimeSelect />);
  expect(timeForm.current()).toBe('relative');
  takeOver(segments);
  render(segments);
  expect(onChoose).not.toHaveBeenCalled();
});
