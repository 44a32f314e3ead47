import { expect, it } from 'vitest';
import { platformShares } from './platform-shares.ts';

interface React {
  createContext: ((value: unknown) => object) & { mark?: string };
  useState: () => string;
}

/** What two builds find as `react`, of which the shell has this. */
async function found(): Promise<[React, React, React]> {
  const react: React = {
    createContext: (value) => ({ value }),
    useState: () => 'state',
  };
  const lib = () => react;
  const get = async () => lib;
  const shared = {
    version: '19.0.0',
    get,
    lib,
    shareConfig: { requiredVersion: false as const },
    scope: ['default'],
    useIn: [],
  };
  const common = { from: 'shell', deps: [], loaded: true, strategy: 'version-first' as const };
  const scopeOf = platformShares(
    { react: { '19.0.0': { ...shared, ...common } } },
    async () => ({}),
  );
  const scopes = await Promise.all([scopeOf(), scopeOf()]);
  const [one, other] = scopes.map(
    (scope): React => scope.react?.['19.0.0']?.lib?.() ?? { ...react, useState: () => 'absent' },
  );
  if (one === undefined || other === undefined) throw new Error('no scopes');
  return [one, other, react];
}

it('lets a build keep something of its own on a function that libraries extend, unseen by others', async () => {
  const [one, other, shell] = await found();
  Object.defineProperty(one.createContext, 'mark', { value: 'mine' });
  expect(one.createContext.mark).toBe('mine');
  expect([other.createContext.mark, shell.createContext.mark]).toEqual([undefined, undefined]);
  expect(one.createContext(7)).toEqual({ value: 7 });
});

it('gives all builds the same functions else, which none of them can change or extend', async () => {
  const [one, other, shell] = await found();
  expect(one.useState).toBe(shell.useState);
  expect(other.useState).toBe(shell.useState);
  expect(() => Object.assign(one.useState, { mark: 'mine' })).toThrow(TypeError);
  expect(() => Object.assign(one, { useState: () => 'hostile' })).toThrow(TypeError);
  expect(() => Object.assign(one, { createContext: () => ({}) })).toThrow(TypeError);
});
