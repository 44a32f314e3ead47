// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { activateStylesheets, keepStylesheetsActive } from './running-zone.tsx';

const one = '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/';
const two = '/artifacts/mfe-note/1.1.0-bbbbbbbbbbbb/';

beforeEach(() => {
  document.head.replaceChildren();
});

/** A stylesheet as the page has it once it has arrived. */
function addSheet(path: string): { disabled: boolean } {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  const sheet = { disabled: false };
  Object.defineProperty(link, 'sheet', { value: sheet });
  document.head.append(link);
  return sheet;
}

describe('the styles of a remote', () => {
  it('are those of one build', () => {
    const old = addSheet(`${one}routes.css`);
    const late = addSheet(`${one}dialog.css`);
    const next = addSheet(`${two}routes.css`);
    activateStylesheets(two);
    expect([old, late, next].map(({ disabled }) => disabled)).toEqual([true, true, false]);
    activateStylesheets(one);
    expect([old, late, next].map(({ disabled }) => disabled)).toEqual([false, false, true]);
  });

  it('are not found by a runtime of another build under a name that both have', () => {
    addSheet(`${one}late.css`);
    document.head.querySelector('link')?.setAttribute('data-webpack', 'notes:chunk-1');
    activateStylesheets(one);
    expect(document.querySelector('[data-webpack]')).toBeNull();
  });

  it('do not concern the shell or other remotes, whatever they are called', () => {
    const others = [
      addSheet('/artifacts/shell/1.0.0-aaaaaaaaaaaa/main.css'),
      addSheet('/artifacts/mfe-note-book/1.0.0-aaaaaaaaaaaa/routes.css'),
    ];
    activateStylesheets(two);
    expect(others.map(({ disabled }) => disabled)).toEqual([false, false]);
  });

  it('that arrive late, of a build that is not shown, do not count', () => {
    const stop = keepStylesheetsActive(two);
    const late = addSheet(`${one}dialog.css`);
    document.head.lastElementChild?.dispatchEvent(new Event('load'));
    expect(late.disabled).toBe(true);
    stop();
    const later = addSheet(`${one}help.css`);
    document.head.lastElementChild?.dispatchEvent(new Event('load'));
    expect(later.disabled).toBe(false);
  });
});
