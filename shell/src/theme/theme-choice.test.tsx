// @vitest-environment jsdom
import { theme } from '@tallystick/ui/theme';
import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ThemeChoice } from './theme-choice.tsx';

it('takes over the theme that was chosen before the page listened', () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<ThemeChoice />);
  container.querySelector<HTMLElement>('[value="dark"]')?.click();
  render(<ThemeChoice />, { container, hydrate: true });
  expect(theme.current()).toBe('dark');
});
