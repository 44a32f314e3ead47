// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchReader } from './holds.ts';

let stop = () => {};
let told: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  document.body.innerHTML = `
    <button id="new">3 new</button>
    <div id="rows" tabindex="-1"><i id="top"></i><a id="first" href="/1">one</a><a id="second" href="/2">two</a></div>
    <p id="below"><a id="outside" href="/3">elsewhere</a></p>`;
  stop = watchReader(
    { rows: element('rows'), top: element('top'), button: element('new') },
    (hold, on) => told.push(`${hold} ${on ? 'begins' : 'ends'}`),
  );
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

const of = (hold: string) => told.filter((each) => each.startsWith(hold));

const point = (type: 'pointerenter' | 'pointerleave', id: string, pointerType = 'mouse') => {
  element(id).dispatchEvent(Object.assign(new Event(type), { pointerType }));
};

describe('a pointer', () => {
  it('holds the rows it is over, and for a second after', () => {
    point('pointerenter', 'rows');
    point('pointerleave', 'rows');
    vi.advanceTimersByTime(999);
    expect(told).toEqual(['pointer begins']);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(['pointer begins', 'pointer ends']);
  });

  it('may go from the rows to the button', () => {
    point('pointerenter', 'rows');
    point('pointerleave', 'rows');
    vi.advanceTimersByTime(900);
    point('pointerenter', 'new');
    vi.advanceTimersByTime(5000);
    expect(told).not.toContain('pointer ends');
  });

  it('holds them on its way to them, and for a second after it rests', () => {
    const move = (pointerType: string) =>
      document.dispatchEvent(Object.assign(new Event('pointermove'), { pointerType }));
    move('touch');
    expect(told).toEqual([]);
    move('mouse');
    vi.advanceTimersByTime(900);
    move('mouse');
    vi.advanceTimersByTime(900);
    point('pointerenter', 'rows');
    move('mouse');
    vi.advanceTimersByTime(5000);
    expect(told).not.toContain('pointer ends');
    point('pointerleave', 'rows');
    vi.advanceTimersByTime(1000);
    expect(told.at(-1)).toBe('pointer ends');
  });

  it('lingers longer when it was a finger', () => {
    point('pointerenter', 'rows', 'touch');
    point('pointerleave', 'rows', 'touch');
    vi.advanceTimersByTime(3999);
    expect(told).not.toContain('pointer ends');
    vi.advanceTimersByTime(1);
    expect(told).toContain('pointer ends');
  });
});

describe('the focus', () => {
  it('holds while it is in a row, also on its way to another', () => {
    element('first').focus();
    element('second').focus();
    vi.runAllTimers();
    expect(told).not.toContain('focus ends');
    element('outside').focus();
    expect(of('focus').at(-1)).toBe('focus ends');
  });

  it('holds on the button, but not around the rows', () => {
    element('new').focus();
    expect(of('focus').at(-1)).toBe('focus begins');
    element('rows').focus();
    expect(of('focus').at(-1)).toBe('focus ends');
  });

  it('that goes nowhere ends it too', () => {
    element('first').focus();
    element('first').blur();
    vi.runAllTimers();
    expect(of('focus')).toEqual(['focus begins', 'focus ends']);
  });
});

describe('a selection', () => {
  it('holds while it touches the rows', async () => {
    document.getSelection()?.selectAllChildren(element('first'));
    await vi.runAllTimersAsync();
    expect(told.at(-1)).toBe('selection begins');
    document.getSelection()?.selectAllChildren(element('below'));
    await vi.runAllTimersAsync();
    expect(told.at(-1)).toBe('selection ends');
  });
});

describe('the top of the rows', () => {
  it('holds while it is out of sight upwards, not while it is not reached yet', () => {
    stop();
    let notice: (entries: readonly unknown[]) => void = () => {};
    let below = '';
    class Observer {
      constructor(callback: typeof notice, { rootMargin }: { rootMargin: string }) {
        notice = callback;
        below = rootMargin;
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Observer);
    stop = watchReader(
      { rows: element('rows'), top: element('top'), button: element('new') },
      (hold, on) => told.push(`${hold} ${on ? 'begins' : 'ends'}`),
    );
    expect(below).toBe('-0px 0px 1000000px');
    notice([{ isIntersecting: true }]);
    notice([{ isIntersecting: false }]);
    notice([{ isIntersecting: false }, { isIntersecting: true }]);
    expect(told).toEqual(['scrolled ends', 'scrolled begins', 'scrolled ends']);
  });
});

it('hears nothing after it was stopped', () => {
  stop();
  element('first').focus();
  point('pointerenter', 'rows');
  vi.runAllTimers();
  expect(told).toEqual([]);
});
