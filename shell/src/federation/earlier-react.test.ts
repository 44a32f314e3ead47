// @vitest-environment jsdom
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { earlierReact, inThisReact } from './earlier-react.ts';
import { readManifest } from './manifest.ts';

const manifest = (requiredVersion?: string) =>
  readManifest({
    manifest: {
      metaData: { globalName: 'notes', remoteEntry: { name: 'remoteEntry.js' } },
      shared: [{ name: 'react', requiredVersion }],
      exposes: [],
    },
  });
const Component = () => null;
const module = { routes: { '/notes': { Component } } };

describe('a React of the major before', () => {
  it('is shared under its own version', () => {
    const { version } = createRequire(import.meta.url)('react-18/package.json');
    for (const versions of Object.values(earlierReact)) {
      expect(Object.keys(versions)).toEqual([version]);
    }
  });

  it.each([undefined, '^19.0.0', '^17.0.0'])('is not for a build that needs %s', async (range) => {
    expect(await inThisReact(manifest(range), module)).toBe(module);
  });
});
