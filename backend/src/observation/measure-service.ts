import { measureStore } from '@tallystick/guard/metrics/measure-store';
import { type Metrics, openMetrics } from '@tallystick/guard/metrics/metrics';
import { serveMetrics } from '@tallystick/guard/metrics/serve-metrics';
import { metricsProblem } from '@tallystick/settings/listen-at';
import type { FastifyInstance } from 'fastify';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';
import type { Store } from '../store/store.ts';

/**
 * Measures the service and its store, and serves that at METRICS_PORT until the service ends; undefined
 * without that setting: nothing is measured then.
 *
 * @throws Error with one line for a person if the port cannot be used
 */
export async function measureService(
  app: FastifyInstance,
  store: Pick<Store, 'query' | 'waiting'>,
  environment: Pick<LedgerEnvironment, 'DATA_DIR'> &
    Partial<Pick<LedgerEnvironment, 'METRICS_HOST' | 'METRICS_PORT'>>,
): Promise<Metrics | undefined> {
  const { DATA_DIR, METRICS_HOST: host, METRICS_PORT: port } = environment;
  if (port === undefined) return undefined;
  const metrics = openMetrics();
  metrics.observe(app, 'ledger');
  measureStore(metrics, DATA_DIR, async () => {
    const size = { text: 'select pg_database_size(current_database()) as bytes' };
    const [{ bytes } = { bytes: 0 }] = await store.query<{ bytes: number }>(size, []);
    return { waiting: await store.waiting(), bytes };
  });
  const served = await serveMetrics(metrics, { port, host }).catch((error: unknown) => {
    throw new Error(metricsProblem(error, 'METRICS_PORT', { port, host }));
  });
  app.addHook('onClose', async () => void (await served.close()));
  return metrics;
}
