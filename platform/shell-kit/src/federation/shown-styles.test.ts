// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { showStyles, styleArrived } from './shown-styles.ts';

const one = '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/';
const two = '/artifacts/mfe-note/1.1.0-bbbbbbbbbbbb/';

const leaving: (() => void)[] = [];
beforeEach(() => {
  for (const leave of leaving.splice(0)) leave();
  document.head.replaceChildren();
});

/** A stylesheet as the page has it once it has arrived. */
function addSheet(path: string) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  const sheet = { disabled: false };
  Object.defineProperty(link, 'sheet', { value: sheet });
  document.head.append(link);
  return { link, sheet };
}

function show(base: string): () => void {
  const leave = showStyles(base);
  leaving.push(leave);
  return () => {
    leave();
    leaving.splice(leaving.indexOf(leave), 1);
  };
}

describe('the styles of a remote', () => {
  it('are those of one build', () => {
    const sheets = [`${one}routes.css`, `${one}dialog.css`, `${two}routes.css`].map(addSheet);
    const leaveTwo = show(two);
    expect(sheets.map(({ sheet }) => sheet.disabled)).toEqual([true, true, false]);
    leaveTwo();
    show(one);
    expect(sheets.map(({ sheet }) => sheet.disabled)).toEqual([false, false, true]);
  });

  it('count until the last zone and widget of the build has left', () => {
    const { sheet } = addSheet(`${one}routes.css`);
    const leavePage = show(one);
    const leaveWidget = show(one);
    leavePage();
    expect(sheet.disabled).toBe(false);
    leaveWidget();
    expect(sheet.disabled).toBe(true);
    show(one);
    expect(sheet.disabled).toBe(false);
  });

  it('stop to count where the site server has put them into the page', () => {
    const style = document.createElement('style');
    style.dataset.href = `${one}routes.css`;
    style.textContent = 'h1 { color: red }';
    document.head.append(style);
    show(one)();
    expect(style.sheet?.disabled).toBe(true);
    expect(style.dataset.href).toBe(`${one}routes.css`);
  });

  it('do not count when they come ahead of what they are for', () => {
    const { link, sheet } = addSheet(`${one}routes.css`);
    styleArrived(one, link.href);
    expect(sheet.disabled).toBe(true);
    show(one);
    expect(sheet.disabled).toBe(false);
  });

  it('are not found by a runtime of another build under a name that both have', () => {
    addSheet(`${one}late.css`).link.setAttribute('data-webpack', 'notes:chunk-1');
    show(one);
    expect(document.querySelector('[data-webpack]')).toBeNull();
  });

  it('do not concern the shell or other remotes, whatever they are called', () => {
    const others = [
      '/artifacts/shell/1.0.0-aaaaaaaaaaaa/main.css',
      '/artifacts/mfe-note-book/1.0.0-aaaaaaaaaaaa/routes.css',
    ].map(addSheet);
    show(two)();
    expect(others.map(({ sheet }) => sheet.disabled)).toEqual([false, false]);
  });

  it('that arrive late, of a build that is not shown, do not count', () => {
    const leave = show(two);
    const { link, sheet } = addSheet(`${one}dialog.css`);
    link.dispatchEvent(new Event('load'));
    expect(sheet.disabled).toBe(true);
    leave();
    const last = addSheet(`${two}help.css`);
    last.link.dispatchEvent(new Event('load'));
    expect(last.sheet.disabled).toBe(true);
  });
});
