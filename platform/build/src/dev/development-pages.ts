import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { developmentPolicy } from '../development-policy.ts';
import { answerOf, ofPage } from './answers.ts';
import { developmentPage } from './development-page.ts';
import type { Service } from './services.ts';
import { createSigner } from './signer.ts';
import type { SiteClient } from './site-client.ts';
import { type DevelopmentServer, readWorkingCopy, type WorkingCopy } from './working-copy.ts';

export interface DevelopmentPagesParts {
  /** Folder of the remote. */
  folder: string;
  /** Build id under which pages have the working copy. */
  build: string;
  server: DevelopmentServer;
  /** Origin of the site. */
  site: string;
  /** Origin of the proxy. */
  here: string;
  /** The services of the site, at the proxy's addresses. */
  services: readonly Service[];
}

/** Answers pages of the site, with the working copy as it is at that moment. */
export function createDevelopmentPages(
  { folder, build, server, site, here, services }: DevelopmentPagesParts,
  client: SiteClient,
) {
  const signer = createSigner();
  let copy: WorkingCopy | undefined;

  function policyOf({ headers }: IncomingMessage, { declaration, isModule }: WorkingCopy): string {
    return developmentPolicy(String(headers['content-security-policy'] ?? ''), {
      page: here,
      connect: declaration.policy?.connect ?? [],
      server: server.base === null ? new URL(server.manifest).origin : undefined,
      inlineStyles: isModule,
      hasShell: true,
    });
  }

  return {
    /** The script of the container that the last page named; empty before the first. */
    container: () => copy?.container ?? '',
    async send(asked: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
      const { 'if-none-match': _page, ...headers } = client.headersFor(address, asked);
      const from = await answerOf(asked, response, address, headers);
      if (!from.headers['content-type']?.startsWith('text/html'))
        return client.answer(response, from, address);
      const html = await text(from);
      copy = await readWorkingCopy(folder, build, server);
      const page = await developmentPage(html, { copy, signer, site, services });
      client.takeCookies(from, address);
      // The site answers 404 for a page that only the working copy declares.
      response.writeHead(page === null ? (from.statusCode ?? 502) : 200, {
        ...ofPage(from.headers),
        'content-security-policy': policyOf(from, copy),
        'cache-control': 'no-store',
      });
      response.end(page ?? html);
    },
  };
}
