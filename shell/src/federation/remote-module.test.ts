import { describe, expect, it } from 'vitest';
import { isRemoteModule } from './remote-module.ts';

const Component = () => null;

describe('what a remote exposes', () => {
  it('is whole with a component for each declared path, and its build id', () => {
    const module = { build: '1.0.0-aaaaaaaaaaaa', routes: { '/notes': { Component } } };
    expect(isRemoteModule(module, ['/notes'])).toBe(true);
  });

  it('needs no build id: what was loaded and verified says which build it is', () => {
    expect(isRemoteModule({ routes: { '/notes': { Component } } }, ['/notes'])).toBe(true);
  });

  it.each([
    ['nothing', null],
    ['an empty object, as of a module that threw', {}],
    ['a build id that is none', { build: 1, routes: { '/notes': { Component } } }],
    ['no routes', { build: '1' }],
    ['a path without a page', { build: '1', routes: {} }],
    ['a page without a component', { build: '1', routes: { '/notes': {} } }],
  ])('is not whole: %s', (_what, module) => {
    expect(isRemoteModule(module, ['/notes'])).toBe(false);
  });
});
