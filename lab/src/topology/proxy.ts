import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Children } from '@tallystick/start/process/children';

/** Names under which the proxy is reached; all of them are this machine. */
export const hosts = { site: 'localhost', ledger: 'api.localhost', console: 'console.localhost' };
const exampleNames = { ledger: 'api.ledger.example', console: 'console.ledger.example' };
const program = '/usr/sbin/haproxy';
const graceMs = 10_000;

/** Ports of the two servers of each kind. */
export type Ports = Readonly<Record<'site' | 'ledger' | 'console', readonly [number, number]>>;

/** Runs `deploy/haproxy.cfg` with these addresses in the place of the example's, and a certificate of its own. */
export async function startProxy(children: Children, folder: string, port: number, ports: Ports) {
  if (!existsSync(program)) {
    throw new Error('There is no HAProxy here: apt-get install haproxy, or what your system has.');
  }
  const certificate = join(folder, 'proxy.crt');
  const key = join(folder, 'proxy.key');
  const names = Object.values(hosts).map((name) => `DNS:${name}`);
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
      .concat(['-subj', '/CN=localhost', '-addext', `subjectAltName=${names.join()}`])
      .concat(['-keyout', key, '-out', certificate]),
    { stdio: 'ignore' },
  );
  const both = join(folder, 'proxy.pem');
  writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'));
  let text = readFileSync(new URL('../../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  text = text
    .replace(/^ +bind :80\n/m, '')
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace(/crt \S+/, `crt ${both}`);
  // All visitors are one address here.
  text = text.replace('sc0_http_req_rate gt 300', 'sc0_http_req_rate gt 999999999');
  for (const kind of ['ledger', 'console'] as const) {
    text = text.replace(`-i ${exampleNames[kind]}`, `-i ${hosts[kind]}:${port}`);
  }
  for (const [kind, of] of Object.entries(ports)) {
    for (const [n, at] of of.entries()) {
      text = text.replace(new RegExp(`(server ${kind}-${n + 1}) \\S+`), `$1 127.0.0.1:${at}`);
    }
  }
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const command = `exec ${program} -db -q -f '${file}'`;
  const child = children.start({ name: 'proxy', command, log: 'proxy.log' });
  return {
    /** The certificate of its authority, which is its own. */
    certificate: readFileSync(certificate, 'utf8'),
    stop: () => child.end(graceMs),
  };
}
