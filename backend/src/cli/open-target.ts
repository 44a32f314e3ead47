import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from '@tallystick/shared/environment';
import { localOrigin } from '@tallystick/shared/environment/listen-at';
import { readImportKey } from '../import/import-key.ts';
import { serviceTarget } from '../import/service-target.ts';
import { type LedgerTarget, storeTarget } from '../import/target.ts';
import { openStore } from '../store/store.ts';

export type TargetResult = { ok: true; target: LedgerTarget } | { ok: false; problem: string };

/** A service that is starting has the store before it can say where it listens. */
const attempts = 20;
const betweenAttempts = 250;

/**
 * Opens the ledger that the environment names: its store, or the running service that holds it.
 * `problem` is one line for a person. `open` opens the store.
 */
export async function openTarget(
  environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL' | 'HOST'>,
  open = openStore,
): Promise<TargetResult> {
  for (let attempt = 1; ; attempt += 1) {
    const opened = await open(environment);
    if (opened.ok) {
      const { store } = opened;
      return { ok: true, target: { ...storeTarget(store), close: () => store.close() } };
    }
    const { problem, holder } = opened;
    if (holder?.port !== undefined && holder.host === hostname()) {
      const key = await readImportKey(environment.DATA_DIR);
      if (key === undefined) {
        const reason = `its key, ledger.key in ${environment.DATA_DIR}, cannot be read`;
        return { ok: false, problem: `${problem} It is a ledger service, but ${reason}.` };
      }
      const origin = localOrigin({ host: environment.HOST, port: holder.port });
      return { ok: true, target: serviceTarget(origin, key) };
    }
    if (!holder || attempt === attempts) return { ok: false, problem };
    await pause(betweenAttempts);
  }
}
