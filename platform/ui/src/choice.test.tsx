// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openChoice } from './choice.ts';
import { useChoice } from './use-choice.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const open = () => openChoice('drink', ['tea', 'coffee', 'water'], 'tea');

function Shown({ drink }: { drink: ReturnType<typeof open> }) {
  const [option, choose] = useChoice(drink);
  return (
    <button type="button" onClick={() => choose('coffee')}>
      {option}
    </button>
  );
}

const shown = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

/** What another tab does, and what this one hears of it. */
function otherTab(key: string | null, value: string): void {
  if (key === null) localStorage.clear();
  else localStorage.setItem(key, value);
  act(() => void dispatchEvent(new StorageEvent('storage', { key })));
}

describe('a choice', () => {
  it('is kept, and in step wherever it is shown, also by another copy of this code', () => {
    render(
      <>
        <Shown drink={open()} />
        <Shown drink={open()} />
      </>,
    );
    expect(shown()).toEqual(['tea', 'tea']);
    fireEvent.click(screen.getAllByRole('button')[0] ?? document.body);
    expect(shown()).toEqual(['coffee', 'coffee']);
    cleanup();
    render(<Shown drink={open()} />);
    expect(shown()).toEqual(['coffee']);
  });

  it('hears of another tab, and not of another choice', () => {
    const drink = open();
    const heard: string[] = [];
    const stop = drink.watch(() => heard.push(drink.current()));
    otherTab('drink', 'water');
    otherTab('dish', 'soup');
    otherTab(null, '');
    stop();
    otherTab('drink', 'coffee');
    expect(heard).toEqual(['water', 'tea']);
    expect(drink.current()).toBe('coffee');
  });

  it.each(['milk', '', '"tea"', '{}'])('takes %j in the storage for none', (stored) => {
    localStorage.setItem('drink', stored);
    expect(open().current()).toBe('tea');
  });

  it('of what it is anyway leaves nothing in the storage', () => {
    const drink = open();
    drink.choose('water');
    expect(localStorage.getItem('drink')).toBe('water');
    drink.choose('tea');
    expect(localStorage.getItem('drink')).toBeNull();
  });

  it('lasts as long as the page where storage is forbidden', () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('no', 'SecurityError');
      });
    }
    render(<Shown drink={open()} />);
    expect(shown()).toEqual(['tea']);
    fireEvent.click(screen.getByRole('button'));
    expect(shown()).toEqual(['coffee']);
  });
});
