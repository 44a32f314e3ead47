import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tallystick/store/free-ports.testing';

/** Proxies that cache, by where Debian has them. */
export const programs = {
  nginx: '/usr/sbin/nginx',
  HAProxy: '/usr/sbin/haproxy',
  Varnish: '/usr/sbin/varnishd',
} as const;
export type Program = keyof typeof programs;

export const isHere = (program: Program): boolean => existsSync(programs[program]);

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** A proxy with a cache in front of a server. */
export interface CacheInFront {
  url: string;
  port: number;
  get(path: string, headers: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts one in front of the server at a port of this machine. */
export async function startCache(program: Program, serverPort: number): Promise<CacheInFront> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-cache-'));
  const [port = 0] = await freePorts(1);
  const file = join(folder, 'proxy.conf');
  const { text, words } = setUps[program](folder, file, serverPort, port);
  await writeFile(file, text);
  const child = spawn(programs[program], words, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<Answer>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers };
      const sent = request(options, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 0 } = answer;
          resolve({ status, headers: answer.headers, body: Buffer.concat(parts) });
        });
      });
      sent.on('error', reject).end();
    });
  const isUp = () =>
    get('/ready', {}).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get,
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a program is given: its configuration, and the words of its command line. */
type SetUp = (
  folder: string,
  file: string,
  serverPort: number,
  port: number,
) => { text: string; words: readonly string[] };

const setUps: Readonly<Record<Program, SetUp>> = {
  nginx: (folder, file, serverPort, port) => ({
    text: nginx(folder, serverPort, port),
    words: ['-p', folder, '-c', file],
  }),
  HAProxy: (_folder, file, serverPort, port) => ({
    text: haproxy(serverPort, port),
    words: ['-db', '-q', '-f', file],
  }),
  Varnish: (folder, file, serverPort, port) => ({
    text: varnish(serverPort),
    words: [
      ...['-F', '-j', 'none', '-n', folder, '-f', file, '-a', `127.0.0.1:${port}`, '-T', 'none'],
      // A request that waits would take 140 kB of memory with the default settings.
      ...['-p', 'workspace_client=24k', '-p', 'http_req_size=8k'],
    ],
  }),
};

/** With the lines of `deploy/nginx.conf` for artifacts and streams. */
function nginx(folder: string, serverPort: number, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `    ${kind}_temp_path ${folder}/${kind};`,
  );
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/pid;
error_log stderr crit;
events {}
http {
    access_log off;
${temporary.join('\n')}
    proxy_cache_path ${folder}/cache keys_zone=tallystick:2m use_temp_path=off;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    server {
        listen 127.0.0.1:${port};
        location / {
            proxy_pass http://127.0.0.1:${serverPort};
            proxy_cache tallystick;
            proxy_cache_lock on;
            proxy_cache_lock_timeout 30s;
            proxy_cache_lock_age 30s;
        }
    }
}
`;
}

function haproxy(serverPort: number, port: number): string {
  return `defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
cache artifacts
    total-max-size 64
    max-object-size 1000000
    process-vary on
frontend site
    bind 127.0.0.1:${port}
    http-request cache-use artifacts
    http-response cache-store artifacts
    default_backend site
backend site
    server site 127.0.0.1:${serverPort}
`;
}

/** With the lines of `deploy/varnish.vcl` for what it keeps. */
function varnish(serverPort: number): string {
  return `vcl 4.1;
backend default {
    .host = "127.0.0.1";
    .port = "${serverPort}";
}
sub vcl_backend_response {
    set beresp.grace = 0s;
}
`;
}
