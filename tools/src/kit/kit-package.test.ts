import { describe, expect, it } from 'vitest';
import { kitPackage } from './kit-package.ts';

const versions = {
  catalog: new Map([
    ['react', '19.3.1'],
    ['valibot', '1.5.0'],
  ]),
  workspace: new Map([['@tallystick/shared', '1.0.0']]),
};
const pkg = {
  name: '@tallystick/build',
  version: '0.1.0',
  exports: {},
  dependencies: {},
  peerDependencies: {},
};

describe('a packed package', () => {
  it('names compiled files in place of sources', () => {
    const packed = kitPackage(
      {
        ...pkg,
        bin: { 'tallystick-build': './src/cli.ts' },
        exports: {
          '.': './src/preset.ts',
          './ui/*': './src/ui/*.tsx',
          './styles/*': './src/styles/*',
          './css-modules': { types: './src/css-modules.d.ts' },
          './package.json': './package.json',
        },
      },
      versions,
      { 'tallystick-release': './dist/commands/tallystick-release.js' },
    );
    expect(packed).toMatchObject({
      engines: { node: '>=22.12' },
      bin: {
        'tallystick-build': './dist/cli.js',
        'tallystick-release': './dist/commands/tallystick-release.js',
      },
      exports: {
        '.': { types: './dist/preset.d.ts', default: './dist/preset.js' },
        './ui/*': { types: './dist/ui/*.d.ts', default: './dist/ui/*.js' },
        './styles/*': './dist/styles/*',
        './css-modules': { types: './dist/css-modules.d.ts' },
        './package.json': './package.json',
      },
    });
  });

  it('states exact versions, React and the ground as peers', () => {
    const dependencies = {
      react: 'catalog:',
      valibot: 'catalog:',
      '@tallystick/shared': 'workspace:*',
    };
    expect(kitPackage({ ...pkg, dependencies }, versions)).toMatchObject({
      dependencies: { valibot: '1.5.0' },
      peerDependencies: { react: '19.3.1', '@tallystick/shared': '1.0.0' },
    });
  });

  it('does not name what is packed inside', () => {
    const dependencies = { '@tallystick/contract': 'workspace:*', valibot: 'catalog:' };
    const inside = ['@tallystick/contract'];
    expect(kitPackage({ ...pkg, dependencies }, versions, {}, inside)).toMatchObject({
      dependencies: { valibot: '1.5.0' },
      peerDependencies: {},
    });
  });

  it('is not packed with a dependency that has no version', () => {
    expect(() => kitPackage({ ...pkg, dependencies: { left: 'catalog:' } }, versions)).toThrow(
      'left: there is no version for "catalog:"',
    );
  });
});
