import { join } from 'node:path';
import { defaultChannel } from '@tallystick/contract/release';
import { openLog } from '@tallystick/guard/log/log';
import type { Opening } from '@tallystick/guard/server-process';
import { openTracing } from '@tallystick/guard/traces/tracing';
import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import { buildAdmin } from '@tallystick/release-admin/admin';
import { writeMachineKey } from '@tallystick/release-admin/machine-key';
import { settleDataFolder } from '@tallystick/settings/data-folder';
import type { Environment } from '@tallystick/settings/environment';
import { samePortProblem, serversOf } from '@tallystick/settings/listen-at';
import { tellMistyped } from '@tallystick/settings/mistyped';
import { sitesOf } from '@tallystick/settings/sites';
import { configureSite, type Site } from './definition/configure-site.ts';
import type { SiteDefinition } from './definition/define-site.ts';
import { hasSite, loadSite } from './definition/load-site.ts';
import { siteRules } from './definition/site-rules.ts';
import { measureRegistry } from './observation/measure-registry.ts';
import { buildSite } from './site.ts';

const consoleFolder = join(import.meta.dirname, '../../console/dist');
/** How a process that holds both servers divides its resources between them. */
const shares = { site: 0.8, admin: 0.2 };

/** Which servers of the release plane a process has. */
export type ReleaseServers = 'site and admin' | 'site' | 'admin';

/**
 * Opens the site server, the admin API with the console, or both, over one registry.
 *
 * @param siteFolder where the site's definition is, if SITE_CONFIG names no file
 */
export const openReleasePlane =
  (servers: ReleaseServers, siteFolder = process.cwd()): Opening =>
  async (environment, holding) => {
    const { ADMIN_PORT, ADMIN_URL, CHANNEL, DATA_DIR, SITE_URL, TRUSTED_PROXIES } = environment;
    const at = serversOf(environment);
    const metrics = { variable: 'SITE_METRICS_PORT', port: environment.SITE_METRICS_PORT };
    const listening = servers === 'site and admin' ? [at.site, at.admin] : [at[servers]];
    const problem = samePortProblem(metrics, listening);
    if (problem !== undefined) throw new Error(problem);
    const definition = await definitionFor(servers, siteFolder, environment);
    const site = servers === 'admin' ? null : siteOf(definition, environment);
    const tellsApps = servers !== 'site';
    const logOf = (service: string) => openLog({ service, level: environment.LOG_LEVEL });
    const ofRegistry = logOf('registry');
    const {
      RELEASE_WEBHOOK_URL: url,
      RELEASE_WEBHOOK_SECRET: secret,
      RELEASE_WEBHOOK_SHAPE: shape,
    } = environment;
    const opened = await openRegistry(environment, undefined, {
      log: (line) => ofRegistry.warn(line),
      ...(definition && { site: siteRules(definition) }),
      parts: allParts({ environment, tellsApps, judges: true }),
      ...(url !== undefined && {
        webhook: { url, shape, ...(secret !== undefined && { secret }) },
      }),
    });
    if (!opened.ok) throw new Error(opened.problem);
    const { value: registry } = opened;
    holding.closeLater(registry.close);
    for (const line of settleDataFolder(environment)) console.log(line);

    const measured = await measureRegistry(registry, environment);
    if (measured !== null) holding.closeLater(measured.close);
    const tracing = await openTracing(
      environment,
      `tallystick-${servers === 'admin' ? 'admin' : 'site'}`,
    );
    if (tracing !== undefined) holding.closeLater(tracing.close);
    const shareOf = (server: keyof typeof shares) =>
      holding.share * (servers === server ? 1 : shares[server]);
    const shared = {
      registry,
      leaving: holding.leaving,
      metrics: measured?.metrics,
      tracing,
      ...(TRUSTED_PROXIES !== undefined && { trustProxy: TRUSTED_PROXIES }),
    };
    const perAddress = environment.LIMIT_PER_ADDRESS;
    const ready: string[] = [];
    // The console's server comes first: once the site answers, both do.
    if (servers !== 'site') {
      await writeMachineKey(registry, DATA_DIR);
      const admin = await buildAdmin({
        ...shared,
        origins: ADMIN_URL === undefined ? thisMachine(ADMIN_PORT) : [ADMIN_URL],
        sites: sitesOf(environment),
        perAddress,
        consoleFolder,
        share: shareOf('admin'),
        log: logOf('admin'),
      });
      ready.push(`Release console is ready: ${await holding.listen(admin, at.admin)}`);
    }
    if (site !== null) {
      const server = await buildSite({
        ...shared,
        keys: [registry.attestations.publicKey, ...environment.RELEASE_PUBLIC_KEYS],
        channel: CHANNEL,
        site,
        keeper: environment.KEEPER === 'on',
        siteUrl: SITE_URL,
        dataFolder: DATA_DIR,
        limits: { perAddress },
        rendering: environment.SERVER_RENDERING === 'on' ? {} : undefined,
        share: shareOf('site'),
        log: logOf('site'),
        sample: environment.HEALTH_SAMPLE / 100,
      });
      const which = CHANNEL === defaultChannel ? '' : ` of ${CHANNEL}`;
      ready.push(`Site server${which} is ready: ${await holding.listen(server, at.site)}`);
    }
    for (const line of ready) console.log(line);
  };

/**
 * The admin API alone needs no more of a site than its rules, and takes any declaration where it does not know them.
 *
 * @throws Error with one line for a person
 */
async function definitionFor(
  servers: ReleaseServers,
  folder: string,
  { SITE_CONFIG }: Environment,
): Promise<SiteDefinition | null> {
  if (servers === 'admin' && SITE_CONFIG === undefined && !hasSite(folder)) return null;
  const loaded = await loadSite(folder, SITE_CONFIG);
  if (!loaded.ok) throw new Error(loaded.problem);
  tellMistyped(Object.keys(loaded.value.settings ?? {}));
  return loaded.value;
}

/** @throws Error with one line for a person */
function siteOf(
  definition: SiteDefinition | null,
  { PRODUCT_NAME, SITE_URL }: Environment,
): Site | null {
  if (definition === null) return null;
  const platform = {
    siteUrl: SITE_URL,
    ...(PRODUCT_NAME !== undefined && { productName: PRODUCT_NAME }),
  };
  const configured = configureSite(definition, process.env, platform);
  if (!configured.ok) throw new Error(configured.problem);
  return configured.value;
}

function thisMachine(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`);
}
