import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { credentials, startBucket } from '@tallystick/registry/bucket.testing';
import type { Children } from '@tallystick/start/process/children';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import { serverNode } from './node.ts';
import { hosts, startProxy } from './proxy.ts';

const unlimited = '999999999';

/**
 * Two site servers and two ledger services of a prebuilt tree over one PostgreSQL and one bucket, behind HAProxy with
 * TLS: each a process. All that it keeps is in `folder`.
 */
export async function startTopology(children: Children, folder: string, tree: string) {
  const database = await startPostgres('max_connections=200');
  const bucket = await startBucket(join(folder, 's3'));
  const [port = 0, s1 = 0, s2 = 0, c1 = 0, c2 = 0, l1 = 0, l2 = 0] = await freePorts(7);
  const key = join(folder, 'signing.key');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const databaseUrl = `${database.url}postgres`;
  const common = {
    DATABASE_URL: databaseUrl,
    ARTIFACTS_URL: `s3://bucket/artifacts?endpoint=${bucket.endpoint}&region=${credentials.region}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    RELEASE_KEY_FILE: key,
    SITE_URL: `https://${hosts.site}:${port}`,
    LEDGER_URL: `https://${hosts.ledger}:${port}`,
    ADMIN_URL: `https://${hosts.console}:${port}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    TRUSTED_PROXIES: '127.0.0.1',
    STOP_DELAY: '2',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    LIMIT_PER_ADDRESS: unlimited,
    LIMIT_PER_CREDENTIAL: unlimited,
    LIMIT_STORE_SECONDS: unlimited,
  };
  const folderOf = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const logOf = (name: string) => join(folder, `${name}.log`);
  const site = (name: string, port: number, admin: number) => {
    const own = { SITE_PORT: `${port}`, ADMIN_PORT: `${admin}`, DATA_DIR: folderOf(name) };
    return serverNode(name, ['site', 'admin'], port, { ...common, ...own }, logOf(name));
  };
  const ledger = (name: string, port: number) => {
    const own = { BACKEND_PORT: `${port}`, DATA_DIR: folderOf(name) };
    return serverNode(name, ['ledger'], port, { ...common, ...own }, logOf(name));
  };
  const nodes = [
    site('site-1', s1, c1),
    site('site-2', s2, c2),
    ledger('ledger-1', l1),
    ledger('ledger-2', l2),
  ] as const;
  const ports = { site: [s1, s2], ledger: [l1, l2], console: [c1, c2] } as const;
  const proxy = await startProxy(children, folder, port, ports);
  // One after the other: the first makes the tables, and the secret that both ledger services need. A site has
  // nothing to serve until there is a release, so only its console is there.
  const [site1, , ledger1, ledger2] = nodes;
  await ledger1.start(tree);
  const secret = join(folder, 'ledger-1', 'service.key');
  if (existsSync(secret)) copyFileSync(secret, join(folder, 'ledger-2', 'service.key'));
  await ledger2.start(tree);
  site1.begin(tree);
  while (!(await fetch(`http://127.0.0.1:${c1}/health`).catch(() => null))?.ok) await wait(100);
  return {
    /** Two with site and console, two with the ledger service. */
    nodes,
    /** Ports of the admin APIs, by the name of their node. */
    admins: { 'site-1': c1, 'site-2': c2 },
    /** Settings of the first site server, its data folder among them. */
    siteVariables: { ...common, DATA_DIR: join(folder, 'site-1') },
    port,
    certificate: proxy.certificate,
    databaseUrl,
    stop: async () => {
      for (const node of nodes) await node.kill();
      await proxy.stop();
      await bucket.close();
      await database.end();
    },
  };
}
