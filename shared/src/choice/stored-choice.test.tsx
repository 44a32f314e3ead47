// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useStoredChoice } from './stored-choice.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

function Choice() {
  const [choice, choose] = useStoredChoice('drink', ['tea', 'coffee', 'water'], 'tea');
  return (
    <button type="button" onClick={() => choose('coffee')}>
      {choice}
    </button>
  );
}

const shown = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

describe('a stored choice', () => {
  it('is kept, and in step wherever it is shown', () => {
    render(
      <>
        <Choice />
        <Choice />
      </>,
    );
    expect(shown()).toEqual(['tea', 'tea']);
    fireEvent.click(screen.getAllByRole('button')[0] ?? document.body);
    expect(shown()).toEqual(['coffee', 'coffee']);
    cleanup();
    render(<Choice />);
    expect(shown()).toEqual(['coffee']);
  });

  it('hears of another tab', () => {
    render(<Choice />);
    localStorage.setItem('drink', 'water');
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'drink' })));
    expect(shown()).toEqual(['water']);
  });

  it.each(['milk', '', '"tea"', '{}'])('takes %j in the storage for none', (stored) => {
    localStorage.setItem('drink', stored);
    render(<Choice />);
    expect(shown()).toEqual(['tea']);
  });

  it('lasts as long as the page where storage is forbidden', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'QuotaExceededError');
    });
    render(<Choice />);
    fireEvent.click(screen.getByRole('button'));
    expect(shown()).toEqual(['coffee']);
  });
});
