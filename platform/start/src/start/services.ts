import type { Environment } from '@tallystick/settings/environment';
import { localOrigin } from '@tallystick/settings/listen-at';
import { firstProblem, type Outcome } from '../outcome.ts';
import type { Child } from '../process/child.ts';
import type { Children } from '../process/children.ts';
import { type BuildOrder, buildApps } from './build-apps.ts';
import { waitForHealth } from './health.ts';
import type { WantedPort } from './ports.ts';
import type { Progress } from './progress.ts';
import { type ReleaseCommand, releaseApps } from './release-apps.ts';

/** A server that `npm start` keeps running. */
export interface Service extends WantedPort {
  /** The address that it listens on. */
  host: string;
  name: string;
  /** Its script, and the words for it. */
  command: readonly [script: string, ...words: string[]];
  log: string;
}

type Ports = Pick<Environment, 'ADMIN_PORT' | 'HOST' | 'SITE_METRICS_PORT' | 'SITE_PORT'>;

/** The site server, with the console and the admin API in the same process. */
export function siteService(
  { SITE_PORT: port, HOST: host }: Ports,
  command: Service['command'],
): Service {
  return { name: 'site server', command, variable: 'SITE_PORT', port, host, log: 'site.log' };
}

/** The ports of the site server's process beside the site's own. */
export function releasePorts({ ADMIN_PORT, SITE_METRICS_PORT }: Ports): readonly WantedPort[] {
  return [
    { variable: 'ADMIN_PORT', port: ADMIN_PORT },
    ...(SITE_METRICS_PORT === undefined
      ? []
      : [{ variable: 'SITE_METRICS_PORT', port: SITE_METRICS_PORT }]),
  ];
}

/** What a start has to do. */
export interface StartOrder {
  services: readonly Service[];
  builds: BuildOrder;
  release: ReleaseCommand;
}

/** What a start works with; `watch` is told of each service once it has answered. */
export interface Starting {
  children: Children;
  progress: Progress;
  watch(child: Child): void;
}

/**
 * Starts every server and builds the apps meanwhile, then releases what was built through the site
 * server, which serves whatever was live before until then.
 */
export async function startEverything(
  { services, builds, release }: StartOrder,
  starting: Starting,
): Promise<Outcome> {
  const { children, progress } = starting;
  const ready = await firstProblem([
    ...services.map((service) => startService(service, starting)),
    buildApps(builds, children, progress),
  ]);
  if (!ready.ok) return ready;
  return await progress.step('Releasing the apps', () =>
    releaseApps(builds, release, children, progress),
  );
}

/** A start's own commands reach its servers at their ports. */
const atPorts = { SITE_SOCKET: '', ADMIN_SOCKET: '', BACKEND_SOCKET: '' };

function startService(service: Service, starting: Starting): Promise<Outcome> {
  const { children, progress, watch } = starting;
  return progress.step(`Starting the ${service.name}`, async () => {
    const child = children.start({
      name: service.name,
      command: service.command,
      log: service.log,
      environment: atPorts,
    });
    const outcome = await waitForHealth(child, {
      origin: localOrigin(service),
      say: progress.line,
    });
    if (outcome.ok) watch(child);
    return outcome;
  });
}
