import { Agent, request } from 'node:http';
import { buildService } from '@tallystick/backend/src/service/service.ts';
import type { Store } from '@tallystick/backend/src/store/store.ts';
import { readEnvironment } from '@tallystick/shared/environment';

/** Settings under which no limit of the service is met. */
export const unlimited = {
  LIMIT_PER_ADDRESS: '999999999',
  LIMIT_PER_CREDENTIAL: '999999999',
  LIMIT_STORE_SECONDS: '999999999',
};

/** The ledger service in this process, asked over one connection that is kept alive. */
export async function startBenchService(
  store: Store,
  variables: Record<string, string>,
  now?: () => number,
) {
  const result = readEnvironment({ DEMO: 'off', LOG_LEVEL: 'error', ...variables });
  if (!result.ok) throw new Error(result.problem);
  const { environment } = result;
  const service = await buildService({ store, environment, ...(now && { time: { wall: now } }) });
  const origin = await service.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const usual = { authorization: environment.LEDGER_TOKEN, 'content-type': 'application/json' };
  return {
    /** Sends a call and reads its whole answer; rejects if that has another status than `expected`. */
    post: (path: string, data: object, expected = 200, headers: Record<string, string> = {}) =>
      new Promise<void>((resolve, reject) => {
        const options = { method: 'POST', agent, headers: { ...usual, ...headers } };
        const sent = request(`${origin}/${path}`, options, (answer) => {
          const { statusCode } = answer;
          if (statusCode !== expected) reject(new Error(`${path} answered ${statusCode}.`));
          answer.on('end', resolve).on('error', reject).resume();
        });
        sent.on('error', reject).end(JSON.stringify({ data }));
      }),
    async close() {
      agent.destroy();
      await service.close();
    },
  };
}
