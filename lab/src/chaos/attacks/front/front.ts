import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openChildren } from '@tallystick/start/process/children';
import { inProject } from '@tallystick/tools/src/project.ts';
import { call } from '../../../http/call.ts';
import { type FrontName, type FrontPorts, frontText } from './front-text.ts';

interface Program {
  /** Where Debian has it. */
  path: string;
  /** Its file in `deploy/`. */
  file: string;
  words(file: string): string;
  /** The whole of its configuration, where `deploy/` has only a part. */
  around?(folder: string, file: string): string;
}

const programs: Readonly<Record<FrontName, Program>> = {
  haproxy: {
    path: '/usr/sbin/haproxy',
    file: 'haproxy.cfg',
    words: (file) => `-db -q -f '${file}'`,
  },
  nginx: {
    path: '/usr/sbin/nginx',
    file: 'nginx.conf',
    words: (file) => `-e stderr -c '${file}'`,
    around: aroundNginx,
  },
  caddy: {
    path: '/usr/bin/caddy',
    file: 'Caddyfile',
    words: (file) => `run --adapter caddyfile --config '${file}'`,
  },
};
const graceMs = 5_000;

/**
 * Runs a file of `deploy/` in front of servers of this machine, until it answers for each.
 *
 * @throws Error if the program is not installed, or ends
 */
export async function startFront(name: FrontName, ports: FrontPorts) {
  const { path, file, words, around } = programs[name];
  if (!existsSync(path)) throw new Error(`There is no ${name} here: apt-get install ${name}.`);
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-front-'));
  const children = openChildren(folder);
  const text = await readFile(inProject('deploy', file), 'utf8');
  const own = join(folder, file);
  await writeFile(own, frontText[name](text.replaceAll('/var/cache', folder), ports));
  const main = join(folder, 'main.conf');
  if (around !== undefined) await writeFile(main, around(folder, own));
  await mkdir(join(folder, 'home'));
  const child = children.start({
    name,
    command: `exec ${path} ${words(around === undefined ? own : main)}`,
    log: 'front.log',
    environment: { HOME: join(folder, 'home') },
  });
  let hasEnded = false;
  void child.ended.then(() => {
    hasEnded = true;
  });
  const close = async () => {
    await child.end(graceMs);
    await rm(folder, { recursive: true, force: true });
  };
  for (const port of Object.values(ports.front)) {
    while (!(await isServed(port)) && !hasEnded) await wait(50);
  }
  if (hasEnded) {
    const said = child.lastLines(3).join('\n');
    await close();
    throw new Error(`${name} ended: ${said}`);
  }
  return { name, hasEnded: () => hasEnded, close };
}

const isServed = (port: number): Promise<boolean> =>
  call(`http://127.0.0.1:${port}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** As deploy/nginx.conf asks for, with files in a folder of its own. */
function aroundNginx(folder: string, file: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/pid;
worker_processes auto;
worker_rlimit_nofile 20000;
events { worker_connections 16384; }
http { access_log off; ${temporary.join(' ')} include ${file}; }
`;
}
