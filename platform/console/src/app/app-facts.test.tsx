// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { board } from '../board/board.testing.ts';
import { standingOf } from '../board/standing.ts';
import { AppFacts } from './app-facts.tsx';

afterEach(cleanup);

it('says whose the app is, with links to the team', () => {
  const links = [
    { text: 'Chat', href: 'https://chat.example/ledger' },
    { text: 'Mail', href: 'mailto:ledger@example.org' },
  ];
  const standing = standingOf(board, 'mfe-ledger');
  const { rerender } = render(<AppFacts standing={standing} owner={{ team: 'Ledger', links }} />);
  expect(screen.getByText('Team').nextElementSibling?.textContent).toBe('Ledger · Chat · Mail');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://chat.example/ledger',
    'mailto:ledger@example.org',
  ]);
  rerender(<AppFacts standing={standing} owner={undefined} />);
  expect(screen.queryByText('Team')).toBeNull();
});
