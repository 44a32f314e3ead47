import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { inProject } from '../project.ts';

/** Proxies that cache, by where Debian has them. */
export const programs = { nginx: '/usr/sbin/nginx', HAProxy: '/usr/sbin/haproxy' } as const;
export type Program = keyof typeof programs;
/** The host of `deploy/nginx.conf`. */
const host = 'ledger.example';

export const isHere = (program: Program): boolean => existsSync(programs[program]);

export interface Answer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** A proxy with a cache in front of a site server. */
export interface CacheInFront {
  get(path: string, headers: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts one in front of the server at a port of this machine; nginx as `deploy/nginx.conf` has it. */
export async function startCache(program: Program, sitePort: number): Promise<CacheInFront> {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-cache-'));
  const [port = 0, other = 0] = await freePorts(2);
  const file = join(folder, 'proxy.conf');
  const text = program === 'nginx' ? nginx(folder, sitePort, port, other) : haproxy(sitePort, port);
  await writeFile(file, text);
  const words = program === 'nginx' ? ['-p', folder, '-c', file] : ['-db', '-q', '-f', file];
  const child = spawn(programs[program], words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<Answer>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers: { host, ...headers } };
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
    get,
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function nginx(folder: string, sitePort: number, port: number, other: number): string {
  const deployed = readFileSync(inProject('deploy/nginx.conf'), 'utf8')
    .replace(/^ssl_certificate.*$/gm, '')
    .replace('127.0.0.1:4000', `127.0.0.1:${sitePort}`)
    .replace('/var/cache/nginx/tallystick', join(folder, 'cache'))
    .replace('listen 80;', `listen 127.0.0.1:${other};`)
    .replaceAll('listen 443 ssl http2;', `listen 127.0.0.1:${port};`);
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/pid;
error_log stderr crit;
events {}
http {
access_log off;
client_body_temp_path ${folder}/body;
proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi;
uwsgi_temp_path ${folder}/uwsgi;
scgi_temp_path ${folder}/scgi;
${deployed}
}
`;
}

function haproxy(sitePort: number, port: number): string {
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
    server site 127.0.0.1:${sitePort}
`;
}
