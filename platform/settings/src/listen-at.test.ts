import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import {
  listenAt,
  listenProblem,
  localOrigin,
  nameOf,
  samePortProblem,
  serversOf,
} from './listen-at.ts';

function settings(variables: Record<string, string>) {
  const read = readEnvironment(variables);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}
const names = (variables: Record<string, string>) => {
  const read = settings(variables);
  const { admin, site } = serversOf(read);
  const other = { name: 'OTHER', port: 4100, socket: variables.OTHER_SOCKET };
  return [site, other, admin].map((server) => nameOf(listenAt(server, read)));
};

it.each([
  [{}, ['http://127.0.0.1:4000', 'http://127.0.0.1:4100', 'http://127.0.0.1:4300']],
  [{ HOST: '::1' }, ['http://[::1]:4000', 'http://[::1]:4100', 'http://[::1]:4300']],
  // Tokens go to the admin API: it leaves the machine only to where ADMIN_URL says.
  [{ HOST: '0.0.0.0' }, ['http://0.0.0.0:4000', 'http://0.0.0.0:4100', 'http://127.0.0.1:4300']],
  [
    { HOST: '::', ADMIN_URL: 'https://console.example' },
    ['http://[::]:4000', 'http://[::]:4100', 'http://[::]:4300'],
  ],
  [
    { SITE_SOCKET: '/run/site.sock', OTHER_SOCKET: '/run/ledger.sock', SITE_PORT: '1' },
    ['unix:/run/site.sock', 'unix:/run/ledger.sock', 'http://127.0.0.1:4300'],
  ],
])('with %j servers listen at %j', (variables, expected) => {
  expect(names(variables)).toEqual(expected);
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['192.0.2.7', 'http://192.0.2.7:80'],
])('programs of this machine reach what listens on %s at %s', (host, expected) => {
  expect(localOrigin({ host, port: 80 })).toBe(expected);
});

it('says what is in the way, and which setting names it', async () => {
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer().unref().once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
      });
    });
  const port = await listen(0);
  const error = await listen(port).catch((reason: unknown) => reason);
  const problem = (
    server: 'admin' | 'site',
    variables: Record<string, string>,
    reason: unknown = error,
  ) => listenProblem(reason, serversOf(settings(variables))[server], settings(variables));
  const taken = { ADMIN_PORT: String(port), SITE_PORT: String(port) };
  expect(problem('admin', taken)).toBe(`Port ${port} (ADMIN_PORT) is in use.`);
  expect(problem('site', { ...taken, HOST: '0.0.0.0' })).toBe(
    `Port ${port} (SITE_PORT) of 0.0.0.0 is in use.`,
  );
  expect(problem('site', { SITE_SOCKET: '/run/a.sock' })).toBe(
    'Socket /run/a.sock (SITE_SOCKET) is in use.',
  );
  expect(problem('site', {}, new Error('no'))).toBe('Port 4000 (SITE_PORT) cannot be used: no');
});

it('names the server whose port the metrics are told, too', () => {
  const metrics = { variable: 'SITE_METRICS_PORT', port: 4300 };
  const problem = (variables: Record<string, string>) =>
    samePortProblem(metrics, Object.values(serversOf(settings(variables))));
  expect(problem({})).toBe(
    'ADMIN_PORT and SITE_METRICS_PORT both say 4300; give each a port of its own.',
  );
  expect(problem({ ADMIN_PORT: '4301' })).toBeUndefined();
  expect(problem({ ADMIN_SOCKET: '/run/admin.sock' })).toBeUndefined();
});
