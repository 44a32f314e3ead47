import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { artifactBase } from '@tallystick/contract/read-release';
import { developmentPolicy } from '../development-policy.ts';
import { answerOf, end, fail, ofPage, passOn } from './answers.ts';
import { bannerCss } from './banner.ts';
import { type CookieJar, createCookieJar } from './cookie-jar.ts';
import { developmentPage } from './development-page.ts';
import { forward, forwarded } from './forward.ts';
import { forwardSocket } from './forward-socket.ts';
import { mayAsk } from './may-ask.ts';
import { ownPaths } from './own-paths.ts';
import type { Service } from './services.ts';
import { createSigner } from './signer.ts';
import {
  containerFile,
  type DevelopmentServer,
  readWorkingCopy,
  type WorkingCopy,
} from './working-copy.ts';

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

/** Bytes of an answer in which addresses are looked for. */
const longestRead = 100_000;
/** What pages say to the site of themselves: what happens in a development page is nobody's news. */
const reports = ['/releases/reports', '/releases/tickets', '/releases/policy-reports'];

/**
 * The site, on this machine, with one remote replaced by its working copy. Pages are those of the site with
 * another build named in them; all else is sent on as it is. Nothing is told to the site's own figures.
 */
export function createProxy(parts: ProxyParts): Server {
  const { folder, app, build, server, site, port } = parts;
  const here = `http://localhost:${port}`;
  const base = artifactBase(app, build);
  const signer = createSigner();
  const jars = new Map<string, CookieJar>();
  const services = parts.services.map(({ place, url }, at) => ({
    place,
    at: url,
    prefix: `${ownPaths.services}${at}`,
    url: `${here}${ownPaths.services}${at}`,
  }));
  let copy: WorkingCopy | undefined;

  /** Cookies are of a host alone, as servers that name no domain want it. */
  function jarOf({ hostname }: URL): CookieJar {
    const jar = jars.get(hostname) ?? createCookieJar();
    jars.set(hostname, jar);
    return jar;
  }

  /** Of a request to the site or a service of it, as a page of the site makes it. */
  function headersFor(address: URL, { headers }: IncomingMessage): IncomingHttpHeaders {
    const { cookie: _ofThisMachine, ...sent } = forwarded(headers);
    const cookie = jarOf(address).header(address.pathname);
    const { origin, referer } = headers;
    return {
      ...sent,
      ...(origin && { origin: site }),
      ...(referer && { referer: referer.replace(here, site) }),
      ...(cookie && { cookie }),
    };
  }

  function answer(response: ServerResponse, from: IncomingMessage, address: URL): void {
    const { 'set-cookie': cookies = [], ...headers } = forwarded(from.headers);
    jarOf(address).take(cookies);
    if (URL.parse(headers.location ?? '')?.origin === site)
      headers.location = headers.location?.replace(site, here);
    passOn(response, from, headers);
  }

  function send(asked: IncomingMessage, response: ServerResponse, address: URL): void {
    forward(asked, response, address, headersFor(address, asked))
      .on('response', (from) => answer(response, from, address))
      .on('error', (error) => fail(response, 502, `${address.origin}: ${error.message}`));
  }

  /** A service may say in an answer where it is to be asked for more. */
  async function sendToService(
    asked: IncomingMessage,
    response: ServerResponse,
    { address, at, url }: { address: URL; at: string; url: string },
  ) {
    if (asked.method !== 'GET') return send(asked, response, address);
    const from = await answerOf(asked, response, address, headersFor(address, asked));
    const { 'content-length': length, 'content-type': type } = from.headers;
    const isShort = Number(length ?? Number.POSITIVE_INFINITY) <= longestRead;
    if (!isShort || !type?.startsWith('application/json')) return answer(response, from, address);
    const told = await text(from);
    end(response, 'application/json', told.replaceAll(at, url));
  }

  async function sendPage(asked: IncomingMessage, response: ServerResponse, address: URL) {
    const { 'if-none-match': _page, ...headers } = headersFor(address, asked);
    const from = await answerOf(asked, response, address, headers);
    if (!from.headers['content-type']?.startsWith('text/html'))
      return answer(response, from, address);
    const html = await text(from);
    copy = await readWorkingCopy(folder, build, server);
    const page = await developmentPage(html, { copy, signer, site, services });
    jarOf(address).take(from.headers['set-cookie'] ?? []);
    const policy = developmentPolicy(String(from.headers['content-security-policy'] ?? ''), {
      page: here,
      connect: copy.declaration.policy?.connect ?? [],
      server: server.base === null ? new URL(server.manifest).origin : undefined,
      inlineStyles: copy.isModule,
      hasShell: true,
    });
    // The site does not know what only the working copy declares.
    response.writeHead(page === null ? (from.statusCode ?? 502) : 200, {
      ...ofPage(from.headers),
      'content-security-policy': policy,
      'cache-control': 'no-store',
    });
    response.end(page ?? html);
  }

  function sendToServer(asked: IncomingMessage, response: ServerResponse, path: string): void {
    // Whatever is asked for, it is a path of that server.
    const address = new URL(`./${path}`, server.manifest);
    forward(asked, response, address, forwarded(asked.headers))
      .on('response', (from) => passOn(response, from, forwarded(from.headers)))
      .on('error', () => fail(response, 502, 'The development server does not answer.'));
  }

  async function handle(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = asked.url ?? '/';
    if (!mayAsk(asked, port)) return fail(response, 403, 'For pages of this address alone.');
    // A worker of the site would stay on this machine's address when the proxy has ended.
    if (asked.headers['service-worker'] === 'script')
      return fail(response, 404, 'No workers here.');
    if (reports.some((one) => path.startsWith(one))) return void response.writeHead(204).end();
    if (path === ownPaths.bannerStyle) return end(response, 'text/css', bannerCss);
    if (path === base + containerFile)
      return end(response, 'text/javascript', copy?.container ?? '');
    if (path.startsWith(base)) return sendToServer(asked, response, path.slice(base.length));
    for (const { prefix, at, url } of services) {
      const rest = path.startsWith(prefix) ? path.slice(prefix.length) : null;
      if (rest === null || !/^($|[/?])/.test(rest)) continue;
      return await sendToService(asked, response, { address: new URL(at + rest), at, url });
    }
    if (!path.startsWith('/')) return fail(response, 400, 'A path is asked for.');
    const address = new URL(site + path);
    return asked.headers.accept?.includes('text/html')
      ? await sendPage(asked, response, address)
      : send(asked, response, address);
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
