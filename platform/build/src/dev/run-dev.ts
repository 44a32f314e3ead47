import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { askStatus } from '@tallystick/contract/http/ask-whole';
import { plainAddresses } from '@tallystick/contract/path-pattern';
import { sitePackages } from '@tallystick/contract/site-packages';
import { writtenSettings } from '@tallystick/contract/written-settings';
import * as v from 'valibot';
import { readApp, readDeclaration } from '../app.ts';
import { buildVariables } from '../build-variables.ts';
import { configurationOf, rspackCommand } from '../rspack-cli.ts';
import type { SiteAnswer } from './ask-site.ts';
import { bundleContainer } from './bundle-container.ts';
import { siteOrKept } from './kept-site.ts';
import { type OpenProxy, openProxy } from './proxy.ts';
import { servicesOf } from './services.ts';
import { developmentBuild } from './show-in-site.ts';
import { workingCopy } from './working-copy.ts';

/** The options of `tallystick-build dev`, as its help explains them. */
export interface DevOptions {
  port?: string | undefined;
  site?: string | undefined;
  standalone?: boolean | undefined;
  remote?: string | undefined;
  open?: boolean | undefined;
  set?: readonly string[];
}

const maxPort = 65_535;
const portSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d*$/),
  v.transform(Number),
  v.maxValue(maxPort),
);

/**
 * Serves the remote in `folder` until it is ended, and shows each change of its sources. Resolves to the
 * exit code.
 *
 * @throws Error with one line if the options do not fit, the remote is none, the port is taken, or the site cannot
 * be asked.
 */
export async function runDev(folder: string, options: DevOptions): Promise<number> {
  const { port: given = '4900', site: named, remote, standalone, open = false, set = [] } = options;
  const parsed = v.safeParse(portSchema, given);
  if (!parsed.success) throw new Error(`--port ${given} is no port: say a number such as 4900`);
  if (standalone === true && remote !== undefined)
    throw new Error('--remote is for a page inside a site: leave out --standalone');
  const port = parsed.output;
  const { declaration, notes } = readDeclaration(folder);
  const { name, routes, settings = {} } = declaration;
  for (const note of notes) console.warn(note);
  const written = writtenSettings(settings, set);
  if (!written.ok) throw new Error(`--set: ${written.problem}`);
  const page = `http://localhost:${port}${plainAddresses(routes)[0] ?? '/'}`;
  const site = named ?? 'http://localhost:4000';
  const isAlone = standalone === true || (named === undefined && remote === undefined);
  if (isAlone) {
    if (set.length > 0) throw new Error('--set is for a page inside a site: say --site, too');
    if (!isShownAlone(folder)) {
      throw new Error(
        'package.json depends on no package of a site that shows a remote by itself: --site https://… shows it in the site',
      );
    }
    const { answer, missing } = await siteOrKept(folder, site);
    if (missing !== null) {
      const meanwhile = `it has the site's settings of ${missing.said}, and what it asks of services fails`;
      console.warn(`${missing.problem}. Meanwhile ${meanwhile}.`);
    }
    await checkPort(port);
    const { configuration, policy } = answer;
    const order = JSON.stringify({ port, configuration, policy });
    const server = serve(folder, buildVariables.standalone, order);
    await untilBuilt(server, page);
    console.log(`${name}, by itself: ${page}`);
    if (open) openBrowser(page);
    return await exitOf(server);
  }

  const { origin, configuration } = await askToShowIn(folder, site);
  await checkPort(port);
  const build = developmentBuild();
  const own = remote === undefined ? await serveInSite(folder, build, port) : null;
  const shown = workingCopy({
    ...{ folder, app: name, build },
    manifest: own?.manifest ?? remote ?? '',
    bundledContainer: bundleContainer,
    isAskedItself: own === null,
  });
  const services = servicesOf(configuration);
  let proxy: OpenProxy | undefined;
  try {
    if (own) await untilBuilt(own.server, own.manifest);
    await shown.read();
    const values = set.length > 0 ? written.value : undefined;
    proxy = await openProxy({ shown, values, site: origin, services }, port);
    console.log(`${name} is your working copy, all else is ${origin} as released: ${page}`);
    if (open) openBrowser(page);
    return own ? await exitOf(own.server) : await untilInterrupted();
  } finally {
    proxy?.close();
    own?.server.kill();
  }
}

const isShownAlone = (folder: string) =>
  sitePackages(folder).some(({ alone }) => alone !== undefined);

/** @throws Error with one line that says how to go on without it, if the site does not answer */
async function askToShowIn(folder: string, site: string): Promise<SiteAnswer> {
  const { answer, missing } = await siteOrKept(folder, site);
  if (missing === null) return answer;
  const way = isShownAlone(folder)
    ? `. By itself it can be shown: dev --standalone --site ${site}`
    : '';
  throw new Error(`${missing.problem}${way}`);
}

/** @throws Error with one line if something else has the port. */
async function checkPort(port: number): Promise<void> {
  const server = createServer().listen(port, 'localhost');
  try {
    await once(server, 'listening');
  } catch {
    const other = port < maxPort ? port + 1 : port - 1;
    throw new Error(`Port ${port} is taken: end what uses it, or take another, --port ${other}`);
  }
  await server[Symbol.asyncDispose]();
}

async function serveInSite(folder: string, build: string, pagePort: number) {
  readApp(folder);
  const server = serve(folder, buildVariables.inSite, JSON.stringify({ build, pagePort }));
  const [port] = await Promise.race([once(server, 'message'), once(server, 'exit')]);
  if (hasEnded(server)) throw new Error(serverEnded);
  return { server, manifest: `http://localhost:${port}/mf-manifest.json` };
}

function serve(folder: string, variable: string, order: string): ChildProcess {
  const server = spawn(process.execPath, [rspackCommand(), 'serve', ...configurationOf(folder)], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [variable]: order },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => server.kill(signal));
  return server;
}

async function exitOf(server: ChildProcess): Promise<number> {
  if (hasEnded(server)) return server.exitCode ?? 0;
  const [code] = await once(server, 'exit');
  return typeof code === 'number' ? code : 0;
}

/**
 * Resolves when a development server of ours has its first build.
 *
 * @throws Error with one line if it ends before
 */
async function untilBuilt(server: ChildProcess, address: string): Promise<void> {
  const headers = { accept: 'text/html' };
  const timeoutMs = 60_000;
  let isTold = false;
  for (;;) {
    const asked = await askStatus(address, { headers, timeoutMs });
    if (asked.ok && asked.value.isSuccess) return;
    if (hasEnded(server)) throw new Error(serverEnded);
    // It answers when it has built, and without what does not build.
    if (asked.ok && !isTold) console.error(notBuilt);
    isTold ||= asked.ok;
    await setTimeout(50);
  }
}

const serverEnded = 'The development server ended: see above.';
const notBuilt = 'It does not build yet, see above: save it mended, and its address stands here.';

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Resolves to an exit code. */
async function untilInterrupted(): Promise<number> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  return 0;
}

/** Shows an address in the browser of whoever asked for it; where there is none, it says so. */
function openBrowser(address: string): void {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  spawn(command, [address], { stdio: 'ignore', detached: true })
    .on('error', () => console.error(`No ${command} here: open ${address} yourself.`))
    .unref();
}
