// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { timeForm } from '../choice/time-form.ts';
import { TimeSelect } from './time-select.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Takes over a rendered page in which somebody has done something, or nothing. */
function takeOver(act: (container: HTMLElement) => void = () => {}): void {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<TimeSelect />);
  act(container);
  render(<TimeSelect />, { container, hydrate: true });
}

it('what was chosen of several options counts as soon as the page listens', () => {
  takeOver((container) => {
    const select = container.querySelector('select');
    if (select !== null) select.value = 'local';
  });
  expect(timeForm.current()).toBe('local');
});

it('where nothing was chosen, what was kept stays', () => {
  timeForm.choose('relative');
  takeOver();
  expect(timeForm.current()).toBe('relative');
});
