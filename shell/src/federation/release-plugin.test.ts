// @vitest-environment jsdom
import type { RemoteRelease } from '@tallystick/shared/contracts/release';
import { describe, expect, it } from 'vitest';
import { manifestUrl, releasePlugin } from './release-plugin.ts';

const integrity = `sha384-${'a'.repeat(64)}`;
const origin = 'https://site.test';
const remote: RemoteRelease = {
  name: 'mfe-note',
  build: '1.0.0-aaaaaaaaaaaa',
  base: '/artifacts/mfe-note/1.0.0-aaaaaaaaaaaa/',
  declaration: { name: 'mfe-note', title: 'Notes', routes: [], menu: [] },
  files: { 'remote-entry.js': integrity, 'routes.css': integrity },
  manifest: { name: 'mfe-note' },
};
const plugin = releasePlugin([remote], origin);
const file = (name: string) => `${origin}${remote.base}${name}`;

describe('the release plugin', () => {
  it("answers a remote's manifest from the release document", async () => {
    const response = await plugin.fetch?.(manifestUrl(remote, origin), {});
    expect(response && (await response.json())).toEqual({ name: 'mfe-note' });
  });

  it('fetches no other manifest', async () => {
    await expect(plugin.fetch?.('https://elsewhere.test/mf-manifest.json', {})).rejects.toThrow(
      'is not in this release',
    );
  });

  it('loads a script with the integrity that the document states', () => {
    const made = plugin.createScript?.({ url: file('remote-entry.js') });
    const script = made && 'script' in made ? made.script : undefined;
    expect(script).toMatchObject({ src: file('remote-entry.js'), integrity });
    expect(script?.crossOrigin).toBe('anonymous');
  });

  it('loads a stylesheet likewise, with the attributes it was asked for', () => {
    const made = plugin.createLink?.({
      url: file('routes.css'),
      attrs: { rel: 'preload', as: 'style' },
    });
    const link = made && 'link' in made ? made.link : undefined;
    expect(link).toMatchObject({ href: file('routes.css'), rel: 'preload', integrity });
  });

  it.each([
    ['a file the document does not know', file('extra.js')],
    ['another origin', `https://elsewhere.test${remote.base}remote-entry.js`],
    ['another build', `${origin}/artifacts/mfe-note/1.0.0-bbbbbbbbbbbb/remote-entry.js`],
  ])('refuses %s', (_what, url) => {
    expect(() => plugin.createScript?.({ url })).toThrow('is not part of this release');
    expect(() => plugin.createLink?.({ url })).toThrow('is not part of this release');
  });
});
