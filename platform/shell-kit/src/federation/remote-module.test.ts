import { describe, expect, it } from 'vitest';
import { isExposedRoutes } from './remote-module.ts';

const Component = () => null;

describe('what a remote exposes', () => {
  it('is whole with a component for each declared path, and its build id', () => {
    const module = { build: '1.0.0-aaaaaaaaaaaa', routes: { '/notes': { Component } } };
    expect(isExposedRoutes(module, ['/notes'])).toBe(true);
  });

  it('needs no build id: what was loaded and verified says which build it is', () => {
    expect(isExposedRoutes({ routes: { '/notes': { Component } } }, ['/notes'])).toBe(true);
  });

  it('may have a declared path nested in another', () => {
    const nested = { ':id': { Component, children: { edit: { Component } } } };
    const module = { routes: { '/notes': { Component, children: nested } } };
    expect(isExposedRoutes(module, ['/notes', '/notes/:id/edit'])).toBe(true);
    expect(isExposedRoutes(module, ['/notes/edit'])).toBe(false);
  });

  it.each([
    ['nothing', null],
    ['an empty object, as of a module that threw', {}],
    ['a build id that is none', { build: 1, routes: { '/notes': { Component } } }],
    ['no routes', { build: '1' }],
    ['a path without a page', { build: '1', routes: {} }],
    ['a page without a component', { build: '1', routes: { '/notes': {} } }],
    ['what is nested without one', { routes: { '/notes': { Component, children: { a: {} } } } }],
  ])('is not whole: %s', (_what, module) => {
    expect(isExposedRoutes(module, ['/notes'])).toBe(false);
  });
});
