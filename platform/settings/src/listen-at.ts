import { isIPv6 } from 'node:net';
import type { Environment } from './environment.ts';

/** Where a server listens: an address and a port of this machine, or a unix socket. */
export type ListenAt = { host: string; port: number } | { path: string };

/** The servers of which settings say where they listen. */
export type ServerSetting = 'ADMIN' | 'BACKEND' | 'SITE';

/** Of a server only what says where it listens. */
export type ListenSettings = Pick<
  Environment,
  'ADMIN_URL' | 'HOST' | `${ServerSetting}_${'PORT' | 'SOCKET'}`
>;

/**
 * Where the settings let a server listen. The console and the admin API listen on this machine alone
 * until `ADMIN_URL` says where browsers reach them: tokens are sent there, and only then is it known
 * which origin may use a session.
 */
export function listenAt(server: ServerSetting, settings: ListenSettings): ListenAt {
  const path = settings[`${server}_SOCKET`];
  if (path !== undefined) return { path };
  const { ADMIN_URL, HOST } = settings;
  const apart = server === 'ADMIN' && ADMIN_URL === undefined && !isLoopback(HOST);
  return { host: apart ? '127.0.0.1' : HOST, port: settings[`${server}_PORT`] };
}

/** Where it listens, in words for a log: `http://127.0.0.1:4000`, `unix:/run/site.sock`. */
export function nameOf(at: ListenAt): string {
  return 'path' in at ? `unix:${at.path}` : `http://${inUrl(at.host)}:${at.port}`;
}

/** The origin at which programs of this machine reach what listens there. */
export function localOrigin({ host, port }: { host: string; port: number }): string {
  const any = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host];
  return `http://${inUrl(any ?? host)}:${port}`;
}

/** Why a server could not listen there: one line for a person. */
export function listenProblem(
  error: unknown,
  server: ServerSetting,
  settings: ListenSettings,
): string {
  const at = listenAt(server, settings);
  const what =
    'path' in at
      ? `Socket ${at.path} (${server}_SOCKET)`
      : `Port ${at.port} (${server}_PORT)${isLoopback(at.host) ? '' : ` of ${at.host}`}`;
  return problemOf(error, what, `HOST=${settings.HOST}`);
}

/** The same of the port at which a process serves what it measures. */
export function metricsProblem(
  error: unknown,
  variable: 'METRICS_PORT' | 'SITE_METRICS_PORT',
  settings: Partial<Pick<Environment, 'METRICS_HOST' | typeof variable>>,
): string {
  const what = `Port ${settings[variable]} (${variable})`;
  return problemOf(error, what, `METRICS_HOST=${settings.METRICS_HOST}`);
}

function problemOf(error: unknown, what: string, host: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `${what} is in use.`;
  if (code === 'EACCES') return `${what} may not be used by this user.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine.`;
  const reason = error instanceof Error ? error.message : String(error);
  return `${what} cannot be used: ${reason}`;
}

function isLoopback(host: string): boolean {
  return /^127\.|^::1$/.test(host);
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
