import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it.each([
  [['mfe-a', 'mfe-b'], 'mfe-b: not taken here. Try: tallystick-build --help'],
  [['mfe-a', '--site'], "Unknown option '--site'. Try: tallystick-build --help"],
  [['dev', '--template', 'kit'], "Unknown option '--template'. Try: tallystick-build dev --help"],
  [['dev', '.', 'mfe-b'], 'mfe-b: not taken here. Try: tallystick-build --help'],
  [['new', 'mfe a', '--prot', '4901'], "Unknown option '--prot'. Try: tallystick-build new --help"],
])('%j is refused for what would not be read', (words, said) => {
  const command = [join(import.meta.dirname, 'cli.ts'), ...words];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: tmpdir() });
  expect([status, `${stderr}`]).toEqual([1, `${said}\n`]);
});

it('a working copy is served at no port that browsers have no name for', () => {
  const command = [join(import.meta.dirname, 'cli.ts'), 'dev', '--port', '0'];
  const { stderr } = spawnSync(process.execPath, command, { cwd: tmpdir() });
  expect(`${stderr}`).toBe('--port 0 is no port: say a number such as 4900\n');
});

it.each([
  ['is not there', 'nowhere', 'shared'],
  ['has two tarballs of a package', '.', 'build'],
])('a new remote is not begun with a kit that %s', (_what, where, wrong) => {
  const parent = mkdtempSync(join(tmpdir(), 'tallystick-new-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  for (const tarball of ['shared-1.5.0', 'build-0.1.0', 'build-0.2.0']) {
    writeFileSync(join(parent, `tallystick-${tarball}.tgz`), '');
  }
  const kit = join(parent, where);
  const command = [join(import.meta.dirname, 'cli.ts'), 'new', 'mfe-a', '--kit', kit];
  const template = join(import.meta.dirname, '../../../shared/template');
  command.push('--template', template);
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: parent });
  expect([status, `${stderr}`]).toEqual([
    1,
    `${kit} must hold one tallystick-${wrong}-<version>.tgz\n`,
  ]);
  expect(existsSync(join(parent, 'mfe-a'))).toBe(false);
});

it.each(['angular', 'lit', 'svelte', 'vue'])(
  'a new remote of %s has its name in each file, exact versions, and the kit’s release command',
  (framework) => {
    const parent = mkdtempSync(join(tmpdir(), 'tallystick-new-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    writeFileSync(join(parent, 'tallystick-release-0.1.0.tgz'), '');
    const words = ['new', 'mfe-breads', '--framework', framework, '--kit', '.'];
    const command = [join(import.meta.dirname, 'cli.ts'), ...words];
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: parent });
    expect([status, `${stderr}`]).toEqual([0, '']);
    const read = (file: string) => readFileSync(join(parent, 'mfe-breads', file), 'utf8');
    expect(JSON.parse(read('remote.json'))).toMatchObject({
      name: 'mfe-breads',
      title: 'Breads',
      routes: [{ path: '/breads' }, { path: '/breads/:id' }],
      exposes: ['./card'],
    });
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const { '@tallystick/release': kit, ...others } = { ...dependencies, ...devDependencies };
    expect(kit).toBe('file:kit/tallystick-release-0.1.0.tgz');
    for (const version of Object.values(others)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(read('src/routes.ts')).toContain("'/breads/:id': {");
  },
);

it('a new remote of another framework is refused with those that there are', () => {
  const command = [join(import.meta.dirname, 'cli.ts'), 'new', 'mfe-a', '--framework', 'ember'];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: tmpdir() });
  expect([status, `${stderr}`]).toEqual([1, 'ember is not one of angular, lit, svelte, vue\n']);
});
