import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../project.ts';

const run = promisify(execFile);
const needed = ['podman', 'runc', 'debootstrap', 'caddy'];
const isThere = (program: string) =>
  spawnSync('sh', ['-c', `command -v ${program}`], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  }).status === 0;

/** What is missing for containers on this machine; null: nothing. It takes root, for `debootstrap`. */
export function missingForContainers(): string | null {
  if (process.getuid?.() !== 0) return 'root';
  return needed.find((program) => !isThere(program)) ?? null;
}

/**
 * Podman with runc, whose containers are in the machine's network. `folder` is for its settings. No container may have
 * more open files and processes than this machine lets one have.
 */
export function openPodman(folder: string) {
  const settings = join(folder, 'containers.conf');
  const limitOf = (flag: string, wanted: number) => {
    const text = execFileSync('sh', ['-c', `ulimit -H${flag}`], { encoding: 'utf8' }).trim();
    return text === 'unlimited' ? wanted : Math.min(wanted, Number(text));
  };
  const limits = [`nofile=${limitOf('n', 65_536)}`, `nproc=${limitOf('p', 32_768)}`];
  const lines = [
    ...['[containers]', 'netns = "host"', `default_ulimits = ${JSON.stringify(limits)}`],
    ...['[engine]', 'runtime = "runc"', 'cgroup_manager = "cgroupfs"'],
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  const env = { ...process.env, CONTAINERS_CONF: settings };
  /** Answers what it prints; rejects with what it says if it fails. */
  const podman = async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await run('podman', [...words], { env, maxBuffer: 2 ** 26 });
    return stdout.trim();
  };
  const succeeds = (...words: readonly string[]) =>
    podman(...words).then(
      () => true,
      () => false,
    );

  return {
    podman,
    succeeds,
    /** Builds the image of a commit as an operator does, unless it is there; answers its name. */
    build: async (commit: string): Promise<string> => {
      const image = `localhost/tallystick-proof:${commit}`;
      if (await succeeds('image', 'exists', image)) return image;
      const context = join(folder, 'context', commit);
      mkdirSync(context, { recursive: true });
      execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C ${context}`], { cwd: root });
      const file = join(context, 'deploy/Containerfile');
      await podman('build', '--format', 'docker', '--pull=never', '-t', image, '-f', file, context);
      return image;
    },
    /** The base of the image, where no registry of images is reached: Debian, with this Node and the machine's npm. */
    makeBase: async (): Promise<void> => {
      const base = 'docker.io/library/node:24-slim';
      if (await succeeds('image', 'exists', base)) return;
      const system = join(folder, 'system');
      const debian = ['--variant=minbase', '--include=ca-certificates', 'bookworm', system];
      await run('debootstrap', debian, { maxBuffer: 2 ** 26 });
      cpSync(process.execPath, join(system, 'usr/local/bin/node'));
      const modules = join(system, 'usr/local/lib/node_modules');
      mkdirSync(modules, { recursive: true });
      cpSync('/usr/lib/node_modules/npm', join(modules, 'npm'), {
        recursive: true,
        dereference: true,
      });
      for (const name of ['npm', 'npx']) {
        symlinkSync(
          `../lib/node_modules/npm/bin/${name}-cli.js`,
          join(system, 'usr/local/bin', name),
        );
      }
      writeFileSync(join(system, 'etc/passwd'), 'node:x:1000:1000::/tmp:/bin/sh\n', { flag: 'a' });
      writeFileSync(join(system, 'etc/group'), 'node:x:1000:\n', { flag: 'a' });
      const authorities = '/etc/ssl/certs/ca-certificates.crt';
      if (existsSync(authorities))
        writeFileSync(join(system, authorities), readFileSync(authorities));
      const change = `ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_EXTRA_CA_CERTS=${authorities}`;
      const into = `podman import --change '${change}' - ${base}`;
      await run('sh', ['-c', `tar -C ${system} -c . | ${into}`], { env, maxBuffer: 2 ** 26 });
    },
  };
}
