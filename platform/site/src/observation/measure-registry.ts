import { measureStore } from '@tallystick/guard/metrics/measure-store';
import { openMetrics } from '@tallystick/guard/metrics/metrics';
import { serveMetrics } from '@tallystick/guard/metrics/serve-metrics';
import type { Registry } from '@tallystick/registry/registry';
import type { Environment } from '@tallystick/settings/environment';
import { metricsProblem } from '@tallystick/settings/listen-at';

/**
 * Measures the registry, and serves what this process measures at SITE_METRICS_PORT; null without that
 * setting.
 *
 * @throws Error with one line for a person if the port cannot be used
 */
export async function measureRegistry(
  registry: Pick<Registry, 'figures'>,
  environment: Pick<Environment, 'DATA_DIR' | 'METRICS_HOST' | 'SITE_METRICS_PORT'>,
) {
  const { DATA_DIR, METRICS_HOST: host, SITE_METRICS_PORT: port } = environment;
  if (port === undefined) return null;
  const metrics = openMetrics();
  const { measure } = metrics;
  const figures = measureStore(metrics, DATA_DIR, registry.figures);
  for (const [name, help, figure] of [
    ['registry_builds', 'Published builds', 'builds'],
    ['registry_canaries_held', 'Canaries that the registry has paused', 'held'],
    ['registry_notices_waiting', 'Notices that the webhook has not taken', 'noticesWaiting'],
    ['registry_history_problems', 'What is wrong with the audit log', 'historyProblems'],
    [
      'registry_shouts',
      'What to look at at once: a break-glass token was used, or a witness refuses the log',
      'shouts',
    ],
  ] as const) {
    measure({ name, help }, async () => (await figures())[figure]);
  }
  const revisions = 'Revisions of all channels, by the kind of change that made them';
  measure(
    { name: 'registry_revisions', help: revisions, label: 'kind' },
    async () => (await figures()).changes,
  );
  const served = await serveMetrics(metrics, { port, host }).catch((error: unknown) => {
    throw new Error(metricsProblem(error, 'SITE_METRICS_PORT', { port, host }));
  });
  return { metrics, close: () => served.close() };
}
