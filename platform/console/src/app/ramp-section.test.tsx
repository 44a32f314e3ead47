// @vitest-environment jsdom
import { boardStates } from '@tallystick/registry/contract/board-states.testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { standingOf } from '../board/standing.ts';
import { RampSection } from './ramp-section.tsx';

afterEach(cleanup);

const { locks } = boardStates.frozen;

/** The texts of the section, and of its buttons those that can be pressed. */
function show(state: 'ramp under way' | 'ramp paused' | 'all well', more: object = {}, may = true) {
  const board = { ...boardStates[state], ...more };
  const { container } = render(
    <RampSection board={board} standing={standingOf(board, 'notes')} may={may} />,
  );
  const texts = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  const buttons = screen.queryAllByRole('button').filter((one) => !one.matches(':disabled'));
  return [texts, buttons.map(({ textContent }) => textContent)];
}

it('says where the ramp is, for what it waits, and offers what steers it', () => {
  expect(show('ramp under way')).toEqual([
    ['aa55aa55 % now→ 25 %→ 100 %', 'It waits for browsers: 34 of 50 have had it lately.'],
    ['Pause', 'Skip to 25 %'],
  ]);
});

it('says who has paused it and why', () => {
  expect(show('ramp paused')).toEqual([
    ['aa55aa55 % now→ 25 %→ 100 %', 'It is paused by Ana Weiss: “We look at a report”'],
    ['Resume', 'Skip to 25 %'],
  ]);
});

it('offers in a freeze what is not refused, to others nothing, and is not there without a ramp', () => {
  expect(show('ramp under way', { locks })[1]).toEqual(['Pause']);
  cleanup();
  expect(show('ramp paused', { locks })[1]).toEqual([]);
  cleanup();
  expect(show('ramp under way', {}, false)[1]).toEqual([]);
  cleanup();
  expect(show('all well')).toEqual([[], []]);
});
