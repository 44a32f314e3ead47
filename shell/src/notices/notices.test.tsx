// @vitest-environment jsdom

import { inlineConfiguration } from '@tallystick/shared/testing/visit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { Notices } from './notices.tsx';

beforeAll(() => inlineConfiguration({ ledgerUrl: 'http://ledger.test' }));
afterEach(cleanup);

const notices = (shown: { replaced?: string; shell?: 'none' | 'new' | 'urgent' }) => (
  <Notices
    replaced={shown.replaced ?? null}
    shell={shown.shell ?? 'none'}
    kept={false}
    lost={[]}
    tell={() => {}}
  />
);

it('has its places for screen readers before there are words, or none would be read out', () => {
  const { rerender } = render(notices({}));
  const places = screen.getAllByRole('status');
  expect(places.map(({ textContent }) => textContent)).toEqual(['', '', '', '']);
  rerender(notices({ replaced: 'Ledger', shell: 'new' }));
  expect(screen.getAllByRole('status')).toEqual(places);
  expect(places.map(({ textContent }) => textContent)).toEqual([
    '',
    'Ledger was rolled back to an earlier version.',
    '',
    'A new version of Tallystick is ready.',
  ]);
});

it('is no part of the page, and has no buttons, while it has nothing to say', () => {
  render(notices({}));
  expect(screen.queryByRole('region')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

it('has no Later where the version was withdrawn', () => {
  render(notices({ shell: 'urgent' }));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Load the new version',
  ]);
});

it('leaves the focus of whoever closes it to the page', () => {
  const page = (replaced?: string) => (
    <>
      <main tabIndex={-1} />
      {notices(replaced === undefined ? {} : { replaced })}
    </>
  );
  const { rerender } = render(page('Ledger'));
  const close = screen.getByRole('button', { name: 'Close' });
  close.focus();
  fireEvent.click(close);
  rerender(page());
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('has what was typed into a part that was withdrawn, to be copied, until somebody is done', () => {
  const told: string[] = [];
  const lost = [{ title: 'Ledger', texts: [{ label: 'Comment', text: 'for the bread' }] }];
  render(
    <Notices replaced={null} shell="none" kept={false} lost={lost} tell={(w) => told.push(w)} />,
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('for the bread');
  expect(
    screen.getByText(
      'Ledger was withdrawn while you worked there. Here is what you typed: copy what you need.',
    ),
  ).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(told).toEqual(['copied']);
});
