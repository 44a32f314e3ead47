import { Agent } from 'node:http';
import { buildService } from '@tallystick/backend/src/service/service.ts';
import { readLedgerEnvironment } from '@tallystick/backend/src/settings/ledger-environment.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { call } from '../http/call.ts';

/** Settings under which no limit of the service is met. */
export const unlimited = {
  LIMIT_PER_ADDRESS: '999999999',
  LIMIT_PER_CREDENTIAL: '999999999',
  LIMIT_STORE_SECONDS: '999999999',
};

/** The ledger service in this process, asked over one connection that is kept alive. */
export async function startServiceHere(
  store: Store,
  variables: Record<string, string>,
  now?: () => number,
) {
  const result = readLedgerEnvironment({ DEMO: 'off', ...variables });
  if (!result.ok) throw new Error(result.problem);
  const { value: environment } = result;
  const service = await buildService({ store, environment, ...(now && { time: { wall: now } }) });
  const origin = await service.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const usual = { authorization: environment.LEDGER_TOKEN };
  return {
    /** Sends a call and reads its whole answer; rejects if that has another status than `expected`. */
    async post(path: string, data: object, expected = 200, more: Record<string, string> = {}) {
      const headers = { ...usual, ...more };
      const { status } = await call(`${origin}/${path}`, {
        agent,
        headers,
        body: { data },
        timeoutMs: null,
      });
      if (status !== expected) throw new Error(`${path} answered ${status}.`);
    },
    async close() {
      agent.destroy();
      await service.close();
    },
  };
}
