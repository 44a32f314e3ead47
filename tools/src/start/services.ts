import type { Environment } from '@tallystick/shared/environment';
import { firstProblem, type Outcome } from '../outcome.ts';
import type { Child } from '../process/child.ts';
import type { Children } from '../process/children.ts';
import { findApps } from './apps.ts';
import { buildApps } from './build-apps.ts';
import { waitForHealth } from './health.ts';
import type { WantedPort } from './ports.ts';
import type { Progress } from './progress.ts';

/** A server that `npm start` keeps running; it must answer within `limit` milliseconds. */
export interface Service extends WantedPort {
  name: string;
  script: string;
  log: string;
  limit: number;
}

/** What a start works with; `watch` is told of each service once it has answered. */
export interface Starting {
  children: Children;
  progress: Progress;
  watch(child: Child): void;
}

/** The servers of a start. The site is apart: it waits for the apps, the others wait for nothing. */
export function servicesOf(environment: Environment): { site: Service; services: Service[] } {
  const ledger: Service = {
    name: 'ledger service',
    script: 'backend/src/main.ts',
    variable: 'BACKEND_PORT',
    port: environment.BACKEND_PORT,
    log: 'ledger.log',
    limit: 120_000,
  };
  const identity: Service = {
    name: 'identity emulator',
    script: 'tools/src/identity/main.ts',
    variable: 'IDENTITY_PORT',
    port: environment.IDENTITY_PORT,
    log: 'identity.log',
    limit: 60_000,
  };
  const site: Service = {
    name: 'site server',
    script: 'releases/site/src/main.ts',
    variable: 'SITE_PORT',
    port: environment.SITE_PORT,
    log: 'site.log',
    limit: 30_000,
  };
  // A real Firebase project needs no stand-in.
  const emulated = environment.FIREBASE_API_KEY === undefined;
  return { site, services: emulated ? [ledger, identity] : [ledger] };
}

/** Builds, publishes and starts everything: what does not wait for another goes side by side. */
export function startEverything(
  site: Service,
  others: readonly Service[],
  starting: Starting,
): Promise<Outcome> {
  return firstProblem([
    ...others.map((service) => startService(service, starting)),
    openSite(site, starting),
  ]);
}

function startService(service: Service, starting: Starting): Promise<Outcome> {
  const { children, progress, watch } = starting;
  return progress.step(`Starting the ${service.name}`, async () => {
    const child = children.start({
      name: service.name,
      command: [service.script],
      log: service.log,
    });
    const outcome = await waitForHealth(child, service.port, service.limit);
    if (outcome.ok) watch(child);
    return outcome;
  });
}

async function openSite(site: Service, starting: Starting): Promise<Outcome> {
  const built = await buildApps(starting.children, starting.progress);
  if (!built.ok) return built;
  const published = await publish(starting);
  return published.ok ? await startService(site, starting) : published;
}

function publish({ children, progress }: Starting): Promise<Outcome> {
  return progress.step('Publishing the artifacts', async () => {
    const child = children.start({
      name: 'publishing',
      command: [
        'releases/registry/src/cli.ts',
        'publish',
        ...findApps().map(({ folder }) => folder),
      ],
      log: 'publish.log',
    });
    if ((await child.ended) === 0) return { ok: true };
    const problem = `The artifacts could not be published; see ${child.log}.`;
    return { ok: false, problem, detail: child.lastLines(12) };
  });
}
