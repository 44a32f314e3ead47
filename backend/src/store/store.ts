import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '@tallystick/shared/environment';
import type { Engine } from './engine.ts';
import { type Lock, type LockHolder, takeLock } from './lock.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

/** The ledger's database, either of two engines that understand the same SQL. */
export interface Store extends Engine {
  engine: 'pglite' | 'postgres';
  /** Tells other processes (PGlite only) at which port this one's ledger service listens. */
  announce(port: number): void;
}

export type StoreResult =
  | { ok: true; store: Store }
  /** `problem` is one line for a person; `holder` is the process that has the embedded store. */
  | { ok: false; problem: string; holder?: LockHolder };

/**
 * Opens the store that the environment names, PostgreSQL by DATABASE_URL or else PGlite in
 * DATA_DIR, and brings its schema up to date.
 */
export async function openStore(
  environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>,
): Promise<StoreResult> {
  const { DATA_DIR: folder, DATABASE_URL: url } = environment;
  if (url !== undefined) {
    return ready('postgres', `The database at ${withoutPassword(url)}`, () => openPostgres(url));
  }
  let lock: Lock;
  try {
    mkdirSync(folder, { recursive: true });
    const taken = takeLock(folder);
    if (!taken.ok) {
      const { holder } = taken;
      const problem = `The ledger in ${folder} is in use by process ${holder.pid}.`;
      return { ok: false, problem, holder };
    }
    lock = taken.lock;
  } catch (error) {
    return { ok: false, problem: `DATA_DIR=${folder} cannot be used: ${reason(error)}` };
  }
  const open = () => openPglite(join(folder, 'ledger'));
  return ready('pglite', `The ledger in ${folder}`, open, lock);
}

async function ready(
  name: Store['engine'],
  subject: string,
  open: () => Promise<Engine>,
  lock?: Lock,
): Promise<StoreResult> {
  let engine: Engine | undefined;
  try {
    engine = await open();
    await migrate(engine.db);
  } catch (error) {
    await engine?.close();
    lock?.release();
    return { ok: false, problem: `${subject} cannot be opened: ${reason(error)}` };
  }
  const { close, ...opened } = engine;
  return {
    ok: true,
    store: {
      ...opened,
      engine: name,
      announce: (port) => lock?.announce(port),
      close: async () => {
        await close();
        lock?.release();
      },
    },
  };
}

function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : 'DATABASE_URL';
}

/** The first line of an error's message. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}
