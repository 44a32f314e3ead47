import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { artifactBase } from '@tallystick/contract/read-release';
import type { SettingValues } from '@tallystick/contract/setting-values';
import { end, fail } from './answers.ts';
import { bannerCss } from './banner.ts';
import { createDevelopmentPages } from './development-pages.ts';
import { forwardSocket } from './forward-socket.ts';
import { mayAsk } from './may-ask.ts';
import { ownPaths } from './own-paths.ts';
import { proxiedServices, sendToService, serviceCall } from './proxied-services.ts';
import type { Service } from './services.ts';
import type { ShownBuild } from './shown-build.ts';
import { createSiteClient } from './site-client.ts';

export interface ProxyParts {
  /** What pages have of one remote. */
  shown: ShownBuild;
  /** Settings of it that are to be others than in the site; absent: none. */
  values?: SettingValues | undefined;
  /** Origin of the site. */
  site: string;
  /** Its services. */
  services: readonly Service[];
}

export interface OpenProxy {
  /** Its origin. */
  url: string;
  close(): void;
}

/** Where pages report to the site. What happens in a development page must not reach its figures. */
const reports = [
  '/releases/reports',
  '/releases/tickets',
  '/releases/runs',
  '/releases/policy-reports',
];

/**
 * The site, on this machine, with one remote replaced by another build. Pages are those of the site with
 * another build named in them; all else is sent on as it is. Nothing is told to the site's own figures.
 *
 * @param port where it listens on `localhost`; 0: any that is free. Rejects if that is taken.
 */
export async function openProxy(parts: ProxyParts, port: number): Promise<OpenProxy> {
  const server = createServer().listen(port, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  const at = typeof address === 'object' && address !== null ? address.port : port;
  const url = `http://localhost:${at}`;
  const { answer, upgrade } = createAnswers(parts, at, url);
  server.on('request', answer).on('upgrade', upgrade);
  return {
    url,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function createAnswers(parts: ProxyParts, port: number, here: string) {
  const { shown, values, site } = parts;
  const base = artifactBase(shown.app, shown.build);
  const client = createSiteClient(site, here);
  const services = proxiedServices(parts.services, here);
  const pages = createDevelopmentPages({ shown, values, site, here, services }, client);

  async function handle(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    if (!mayAsk(asked, port)) return fail(response, 403, 'For pages of this address alone.');
    // A worker of the site would stay on this machine's address when the proxy has ended.
    if (asked.headers['service-worker'] === 'script')
      return fail(response, 404, 'No workers here.');
    if (reports.some((one) => path.startsWith(one))) return void response.writeHead(204).end();
    if (path === ownPaths.bannerStyle) return end(response, 'text/css', bannerCss);
    if (path.startsWith(base)) return await shown.send(asked, response, path.slice(base.length));
    const call = serviceCall(services, path);
    if (call !== null) return await sendToService(asked, response, call, client);
    if (!path.startsWith('/')) return fail(response, 400, 'A path is asked for.');
    const address = new URL(site + path);
    return asked.headers.accept?.includes('text/html')
      ? await pages.send(asked, response, address)
      : client.send(asked, response, address);
  }

  return {
    answer(asked: IncomingMessage, response: ServerResponse): void {
      handle(asked, response).catch((error: unknown) => {
        // The browser has given it up.
        if (response.destroyed) return;
        const line = error instanceof Error ? error.message : String(error);
        console.error(line);
        fail(response, 502, line);
      });
    },
    upgrade(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
      const isOwn = asked.url === ownPaths.socket && mayAsk(asked, port);
      if (isOwn && shown.changes !== null) forwardSocket(asked, socket, head, shown.changes);
      else socket.destroy();
    },
  };
}
