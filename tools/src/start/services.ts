import type { Environment } from '@tallystick/settings/environment';
import { localOrigin } from '@tallystick/settings/listen-at';
import { firstProblem, type Outcome } from '../outcome.ts';
import type { Child } from '../process/child.ts';
import type { Children } from '../process/children.ts';
import { buildApps } from './build-apps.ts';
import { waitForHealth } from './health.ts';
import type { WantedPort } from './ports.ts';
import type { Progress } from './progress.ts';
import { releaseApps } from './release-apps.ts';

/** A server that `npm start` keeps running. */
export interface Service extends WantedPort {
  /** The address that it listens on. */
  host: string;
  name: string;
  script: string;
  log: string;
}

/** What a start works with; `watch` is told of each service once it has answered. */
export interface Starting {
  children: Children;
  progress: Progress;
  watch(child: Child): void;
}

/** The servers of a start. */
export function servicesOf(environment: Environment): readonly Service[] {
  const site: Service = {
    name: 'site server',
    script: 'platform/site/src/main.ts',
    variable: 'SITE_PORT',
    port: environment.SITE_PORT,
    host: environment.HOST,
    log: 'site.log',
  };
  const ledger: Service = {
    name: 'ledger service',
    script: 'backend/src/main.ts',
    variable: 'BACKEND_PORT',
    port: environment.BACKEND_PORT,
    host: environment.HOST,
    log: 'ledger.log',
  };
  const identity: Service = {
    name: 'identity emulator',
    script: 'tools/src/identity/main.ts',
    variable: 'IDENTITY_PORT',
    port: environment.IDENTITY_PORT,
    host: '127.0.0.1',
    log: 'identity.log',
  };
  // A real Firebase project needs no stand-in.
  const emulated = environment.FIREBASE_API_KEY === undefined;
  return emulated ? [site, ledger, identity] : [site, ledger];
}

/** The ports of a start: of each server, and of their second listeners. */
export function portsOf(environment: Environment): readonly WantedPort[] {
  const console = { variable: 'ADMIN_PORT', port: environment.ADMIN_PORT };
  const metrics = (['METRICS_PORT', 'SITE_METRICS_PORT'] as const).flatMap((variable) => {
    const port = environment[variable];
    return port === undefined ? [] : [{ variable, port }];
  });
  return [...servicesOf(environment), console, ...metrics];
}

/**
 * Starts every server and builds the apps meanwhile, then releases what was built through the site
 * server, which serves whatever was live before until then.
 */
export async function startEverything(
  services: readonly Service[],
  starting: Starting,
): Promise<Outcome> {
  const { children, progress } = starting;
  const ready = await firstProblem([
    ...services.map((service) => startService(service, starting)),
    buildApps(children, progress),
  ]);
  if (!ready.ok) return ready;
  return await progress.step('Releasing the apps', () => releaseApps(children, progress));
}

/** A start's own commands reach its servers at their ports. */
const atPorts = { SITE_SOCKET: '', ADMIN_SOCKET: '', BACKEND_SOCKET: '' };

function startService(service: Service, starting: Starting): Promise<Outcome> {
  const { children, progress, watch } = starting;
  return progress.step(`Starting the ${service.name}`, async () => {
    const child = children.start({
      name: service.name,
      command: [service.script],
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
