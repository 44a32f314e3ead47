import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { artifactBase } from '@tallystick/contract/read-release';
import { end, fail, passOn } from './answers.ts';
import { bannerCss } from './banner.ts';
import { createDevelopmentPages } from './development-pages.ts';
import { forward, forwarded } from './forward.ts';
import { forwardSocket } from './forward-socket.ts';
import { mayAsk } from './may-ask.ts';
import { ownPaths } from './own-paths.ts';
import { proxiedServices, sendToService, serviceCall } from './proxied-services.ts';
import type { Service } from './services.ts';
import { createSiteClient } from './site-client.ts';
import { containerFile, type DevelopmentServer } from './working-copy.ts';

export interface ProxyParts {
  /** Folder of the remote. */
  folder: string;
  app: string;
  /** Build id under which pages have the working copy. */
  build: string;
  server: DevelopmentServer;
  /** Origin of the site. */
  site: string;
  /** Its services. */
  services: readonly Service[];
  /** Port of this proxy, on `localhost`. */
  port: number;
}

/** Where pages report to the site. What happens in a development page must not reach its figures. */
const reports = ['/releases/reports', '/releases/tickets', '/releases/policy-reports'];

/**
 * The site, on this machine, with one remote replaced by its working copy. Pages are those of the site with
 * another build named in them; all else is sent on as it is. Nothing is told to the site's own figures.
 */
export function createProxy(parts: ProxyParts): Server {
  const { app, build, server, site, port } = parts;
  const here = `http://localhost:${port}`;
  const base = artifactBase(app, build);
  const client = createSiteClient(site, here);
  const services = proxiedServices(parts.services, here);
  const pages = createDevelopmentPages({ ...parts, here, services }, client);

  async function handle(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    if (!mayAsk(asked, port)) return fail(response, 403, 'For pages of this address alone.');
    // A worker of the site would stay on this machine's address when the proxy has ended.
    if (asked.headers['service-worker'] === 'script')
      return fail(response, 404, 'No workers here.');
    if (reports.some((one) => path.startsWith(one))) return void response.writeHead(204).end();
    if (path === ownPaths.bannerStyle) return end(response, 'text/css', bannerCss);
    if (path === base + containerFile) return end(response, 'text/javascript', pages.container());
    if (path.startsWith(base))
      return sendToServer(asked, response, path.slice(base.length), server);
    const call = serviceCall(services, path);
    if (call !== null) return await sendToService(asked, response, call, client);
    if (!path.startsWith('/')) return fail(response, 400, 'A path is asked for.');
    const address = new URL(site + path);
    return asked.headers.accept?.includes('text/html')
      ? await pages.send(asked, response, address)
      : client.send(asked, response, address);
  }

  const proxy = createServer((asked, response) => {
    handle(asked, response).catch((error: unknown) => {
      // The browser has given it up.
      if (response.destroyed) return;
      const line = error instanceof Error ? error.message : String(error);
      console.error(line);
      fail(response, 502, line);
    });
  });
  proxy.on('upgrade', (asked: IncomingMessage, socket, head) => {
    const isOwn = asked.url === ownPaths.socket && server.base !== null && mayAsk(asked, port);
    if (isOwn) forwardSocket(asked, socket, head, new URL(ownPaths.socket, server.manifest));
    else socket.destroy();
  });
  return proxy;
}

/** Asks the development server for a file of the working copy. */
function sendToServer(
  asked: IncomingMessage,
  response: ServerResponse,
  path: string,
  { manifest }: DevelopmentServer,
): void {
  // Relative to the manifest, even if the path looks like an address: no other server can be named.
  const address = new URL(`./${path}`, manifest);
  forward(asked, response, address, forwarded(asked.headers))
    .on('response', (from) => passOn(response, from, forwarded(from.headers)))
    .on('error', () => fail(response, 502, 'The development server does not answer.'));
}
