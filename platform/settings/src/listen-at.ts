import { isIPv6 } from 'node:net';
import type { Environment } from './environment.ts';

/** Where a server listens: an address and a port of this machine, or a unix socket. */
export type ListenAt = { host: string; port: number } | { path: string };

/** The settings of one server; for `SITE` these are SITE_PORT and SITE_SOCKET. */
export interface ServerSettings {
  /** The prefix of their names. */
  readonly name: string;
  readonly port: number;
  readonly socket: string | undefined;
}
/** The settings that hold for all servers of the machine. */
type MachineSettings = Pick<Environment, 'ADMIN_URL' | 'HOST'>;

/** The platform's servers. */
export function serversOf({
  ADMIN_PORT,
  ADMIN_SOCKET,
  SITE_PORT,
  SITE_SOCKET,
}: Pick<Environment, `${'ADMIN' | 'SITE'}_${'PORT' | 'SOCKET'}`>): Record<
  'admin' | 'site',
  ServerSettings
> {
  return {
    admin: { name: 'ADMIN', port: ADMIN_PORT, socket: ADMIN_SOCKET },
    site: { name: 'SITE', port: SITE_PORT, socket: SITE_SOCKET },
  };
}

/**
 * Where the settings let a server listen. The console and the admin API listen on the loopback address until
 * `ADMIN_URL` says where browsers reach them. Tokens are sent there, and only `ADMIN_URL` says which origin may use a
 * session.
 */
export function listenAt(
  { name, port, socket: path }: ServerSettings,
  { ADMIN_URL, HOST }: MachineSettings,
): ListenAt {
  if (path !== undefined) return { path };
  const apart = name === 'ADMIN' && ADMIN_URL === undefined && !isLoopback(HOST);
  return { host: apart ? '127.0.0.1' : HOST, port };
}

/** Where it listens, as text for a log: `http://127.0.0.1:4000`, `unix:/run/site.sock`. */
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
  server: ServerSettings,
  settings: MachineSettings,
): string {
  const at = listenAt(server, settings);
  const what =
    'path' in at
      ? `Socket ${at.path} (${server.name}_SOCKET)`
      : `Port ${at.port} (${server.name}_PORT)${isLoopback(at.host) ? '' : ` of ${at.host}`}`;
  return problemOf(error, what, `HOST=${settings.HOST}`);
}

/** Why a process could not serve its metrics at a port: one line for a person. */
export function metricsProblem(
  error: unknown,
  variable: string,
  { port, host }: { port: number | undefined; host?: string | undefined },
): string {
  return problemOf(error, `Port ${port} (${variable})`, `METRICS_HOST=${host}`);
}

/**
 * Why a process must not serve its metrics at a port: one of its servers is told the same one. That server comes later,
 * and would find the port in use, without a word by whom. Undefined: none is.
 */
export function samePortProblem(
  { variable, port }: { variable: string; port: number | undefined },
  servers: readonly ServerSettings[],
): string | undefined {
  const same = servers.find((server) => server.socket === undefined && server.port === port);
  return same && `${same.name}_PORT and ${variable} both say ${port}; give each a port of its own.`;
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
