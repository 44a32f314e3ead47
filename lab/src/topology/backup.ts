import { statSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '@tallystick/store/free-ports.testing';
import pg from 'pg';
import { serverNode } from './node.ts';
import { runTree } from './run-tree.ts';

type Variables = Readonly<Record<string, string>>;

/**
 * Makes a backup while servers write, restores it into a new database, folder and part of the bucket, and serves that.
 * Answers the seconds that each took, the backup's MB, the release that the restored site says it serves, such as
 * `production/7`, and what was wrong.
 */
export async function backUpAndRestore(tree: string, variables: Variables, folder: string) {
  const file = join(folder, 'backup.tar');
  const written = await run(tree, ['backup', file], variables);
  const [, channel, revision] = /^(\S+) is at revision (\d+)\.$/m.exec(written.out) ?? [];
  const target = {
    ...variables,
    DATABASE_URL: await emptyDatabase(variables.DATABASE_URL ?? ''),
    DATA_DIR: join(folder, 'restored'),
    ARTIFACTS_URL: (variables.ARTIFACTS_URL ?? '').replace('/artifacts?', '/restored?'),
  };
  const restored = await run(tree, ['restore', file], target);
  const served = await serve(tree, target, join(folder, 'restored.log'));
  const findings =
    served === `${channel}/${revision}` ? [] : [`the restored site serves ${served}`];
  const megabytes = statSync(file).size / 1_048_576;
  return { backup: written.seconds, restore: restored.seconds, megabytes, served, findings };
}

async function run(tree: string, words: readonly string[], env: Variables) {
  const began = performance.now();
  const out = await runTree(tree, words, env);
  return { out, seconds: (performance.now() - began) / 1_000 };
}

async function emptyDatabase(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create database restored');
  await client.end();
  return Object.assign(new URL(url), { pathname: '/restored' }).href;
}

/** The release that a site server says it serves, and its ledger beside it. */
async function serve(tree: string, target: Variables, log: string): Promise<string> {
  const [site = 0, admin = 0, ledger = 0] = await freePorts(3);
  const own = { SITE_PORT: `${site}`, ADMIN_PORT: `${admin}`, BACKEND_PORT: `${ledger}` };
  const words = ['site', 'admin', 'ledger'];
  const node = serverNode('restored', words, site, { ...target, ...own }, log);
  try {
    await node.start(tree);
    const page = await fetch(`http://127.0.0.1:${site}/`);
    return page.headers.get('x-release') ?? `nothing (${page.status})`;
  } finally {
    await node.stop();
  }
}
