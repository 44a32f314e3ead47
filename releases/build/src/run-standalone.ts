import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { siteConfigurationSchema } from '@tallystick/shared/contracts/site';
import * as v from 'valibot';
import { readApp } from './app.ts';
import { buildVariables } from './preset.ts';
import { rspackCommand } from './rspack-cli.ts';

interface StandaloneOptions {
  /** Where it is served, on this machine; default 4900. */
  port?: string | undefined;
  /** Origin of a running site, whose settings and ledger service it uses; default localhost:4000. */
  site?: string | undefined;
}

/**
 * Serves the remote in `folder` on its own until it is ended, and shows each change of its sources.
 * Resolves to the exit code.
 *
 * @throws Error with one line if the remote is none, or the site cannot be asked for its settings.
 */
export async function runStandalone(folder: string, options: StandaloneOptions): Promise<number> {
  const { port = '4900', site = 'http://localhost:4000' } = options;
  const { declaration } = readApp(folder);
  if (declaration === null) throw new Error(`${join(folder, 'remote.json')} is missing`);
  const { configuration, policy } = await askSite(site);
  const server = spawn(process.execPath, [rspackCommand(), 'serve'], {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      [buildVariables.standalone]: JSON.stringify({ port: Number(port), configuration, policy }),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => server.kill(signal));
  return await new Promise((resolve) => server.on('exit', (code) => resolve(code ?? 0)));
}

/** The settings of a running site, and the policy of its pages. */
async function askSite(site: string) {
  const problem = `${site} is no running site: start one (npm start), or name another with --site`;
  const response = await fetch(site).catch(() => null);
  const html = (await response?.text()) ?? '';
  const json = /<script type="application\/json" id="site-configuration">([^<]*)</.exec(html)?.[1];
  if (json === undefined) throw new Error(problem);
  const configuration = v.parse(siteConfigurationSchema, JSON.parse(json));
  return { configuration, policy: response?.headers.get('content-security-policy') ?? '' };
}
