// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Fields, watchFields } from './fields.ts';
import { typedTexts } from './typed-texts.ts';

let fields: Fields;
beforeEach(() => {
  document.body.innerHTML = `
    <form>
      <input aria-label="mail"><textarea></textarea><input type="checkbox">
      <select><option>one</option><option>two</option></select>
    </form>
    <input type="search" value="kept">
    <fieldset><input type="radio" name="theme"></fieldset>
    <p contenteditable="true">words</p>`;
  history.replaceState(null, '', '/transfers');
  fields = watchFields();
});

function field(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

function type(selector: string, value: string): void {
  fireEvent.focusIn(field(selector));
  fireEvent.input(field(selector), { target: { value } });
}

describe('a form is half filled', () => {
  it('with a word that somebody typed', () => {
    expect(fields.dirty()).toBe(false);
    type('[aria-label=mail]', 'ada');
    expect(fields.dirty()).toBe(true);
  });

  it.each(['textarea', 'select'])('with a %s that was changed', (selector) => {
    type(selector, selector === 'select' ? 'two' : 'words');
    expect(fields.dirty()).toBe(true);
  });

  it('with a box that was ticked in it, even without having had the focus', () => {
    fireEvent.click(field('[type=checkbox]'));
    expect(fields.dirty()).toBe(true);
  });

  it('with text that was edited in the page', () => {
    fireEvent.focusIn(field('p'));
    field('p').textContent = 'other words';
    fireEvent.input(field('p'));
    expect(fields.dirty()).toBe(true);
  });

  it('until it is as it was', () => {
    type('[type=search]', 'kept more');
    expect(fields.dirty()).toBe(true);
    type('[type=search]', 'kept');
    expect(fields.dirty()).toBe(false);
  });

  it('until it is gone, and again where it comes back', () => {
    type('[aria-label=mail]', 'ada');
    const form = field('form');
    form.remove();
    expect(fields.dirty()).toBe(false);
    document.body.append(form);
    expect(fields.dirty()).toBe(true);
  });
});

describe('nothing is half filled', () => {
  it('by words that stand in the address', () => {
    type('[type=search]', 'north ');
    history.replaceState(null, '', '/transfers?q=north&page=2');
    expect(fields.dirty()).toBe(false);
  });

  it('by a choice that holds at once', () => {
    fireEvent.click(field('[type=radio]'));
    expect(fields.dirty()).toBe(false);
  });

  it('by what a script writes', () => {
    const mail = field('[aria-label=mail]');
    if (mail instanceof HTMLInputElement) mail.value = 'by a script';
    expect(fields.dirty()).toBe(false);
  });
});

describe('what was typed', () => {
  it('is told by the name of its field, of one place alone, and no password', () => {
    document.body.innerHTML = `
      <div data-part="mfe-notes">
        <label>Comment <textarea></textarea></label><input type="password" aria-label="secret">
        <form><select aria-label="kind"><option>one</option><option>two</option></select></form>
      </div>
      <input aria-label="mail">`;
    type('textarea', 'for the bread');
    type('[type=password]', 'hush');
    type('select', 'two');
    type('[aria-label=mail]', 'ada');
    expect(typedTexts(fields, '[data-part=mfe-notes]')).toEqual([
      { label: 'Comment', text: 'for the bread' },
      { label: 'kind', text: 'two' },
    ]);
  });
});
