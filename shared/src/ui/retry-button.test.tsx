// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { RetryButton } from './retry-button.tsx';

afterEach(cleanup);

const button = <RetryButton pending={false} onRetry={() => {}} />;
const again = () => screen.getByRole('button', { name: 'Try again' });
const page = (content: ReactNode) => <main tabIndex={-1}>{content}</main>;

it('leaves the focus of whoever pressed it to the page, when it has helped and goes', () => {
  const { rerender } = render(page(<div role="alert">{button}</div>));
  again().focus();
  rerender(page(<p>It is here</p>));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('leaves it to the nearest place around it that takes the focus', () => {
  const rows = (content: ReactNode) =>
    page(
      <section aria-label="Rows" tabIndex={-1}>
        {content}
      </section>,
    );
  const { rerender } = render(rows(button));
  again().focus();
  rerender(rows(null));
  expect(document.activeElement).toBe(screen.getByRole('region'));
});

it('takes the focus from nobody who is elsewhere', () => {
  const { rerender } = render(page([button, <input key="elsewhere" />]));
  const elsewhere = screen.getByRole('textbox');
  elsewhere.focus();
  rerender(page([null, <input key="elsewhere" />]));
  expect(document.activeElement).toBe(elsewhere);
});
