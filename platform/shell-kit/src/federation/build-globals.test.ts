// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { globalOf, separateChunkArrays, separateGlobal } from './build-globals.ts';

const one = '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/';
const two = '/artifacts/mfe-note/1.1.0-bbbbbbbbbbbb/';

/** Runs something as a script of this address would. */
function asScript<Value>(src: string, run: () => Value): Value {
  const script = document.createElement('script');
  script.src = src;
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script });
  try {
    return run();
  } finally {
    Reflect.deleteProperty(document, 'currentScript');
  }
}
const set = (name: string, value: unknown) => () => Reflect.set(globalThis, name, value);
const get = (name: string) => () => Reflect.get(globalThis, name);

/** As a bundler's runtime begins: it takes the array that is there, or makes one, and waits for chunks. */
function startRuntime(name: string): unknown[] {
  const array: unknown[] = Reflect.get(globalThis, name) ?? [];
  Reflect.set(globalThis, name, array);
  array.push = (...chunks) => Array.prototype.push.apply(array, chunks);
  return array;
}

afterEach(() => {
  Reflect.deleteProperty(document, 'currentScript');
});

describe('a global variable', () => {
  it('is another for each build whose script sets it', () => {
    separateGlobal('notes_a');
    asScript(`${one}entry.js`, set('notes_a', 'first'));
    asScript(`${two}entry.js`, set('notes_a', 'second'));
    expect([globalOf('notes_a', one), globalOf('notes_a', two)]).toEqual(['first', 'second']);
    expect(asScript(`${one}late.js`, get('notes_a'))).toBe('first');
    expect(get('notes_a')()).toBe('second');
  });

  it('that the page has itself stays as it is', () => {
    const { fetch } = globalThis;
    separateGlobal('fetch');
    expect(Object.getOwnPropertyDescriptor(globalThis, 'fetch')?.get).toBeUndefined();
    expect(globalOf('fetch', one)).toBe(fetch);
  });
});

describe('an array of chunks', () => {
  it('takes the chunks of its own build, however late they come', () => {
    const first = asScript(`${one}entry.js`, () => startRuntime('webpackChunknotes'));
    separateChunkArrays(one);
    const second = asScript(`${two}entry.js`, () => startRuntime('webpackChunknotes'));
    separateChunkArrays(two);
    expect(second).not.toBe(first);
    for (const [base, name] of [
      [two, 'second'],
      [one, 'first'],
    ] as const) {
      asScript(`${base}late.js`, () => Reflect.get(globalThis, 'webpackChunknotes').push(name));
    }
    expect([[...first], [...second]]).toEqual([['first'], ['second']]);
  });

  it('without a runtime is nobody’s', () => {
    Reflect.set(globalThis, 'list_of_somebody', ['x']);
    separateChunkArrays(one);
    expect(Object.getOwnPropertyDescriptor(globalThis, 'list_of_somebody')?.value).toEqual(['x']);
  });
});
