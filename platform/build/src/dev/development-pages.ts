import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SettingValues } from '@tallystick/contract/setting-values';
import { developmentPolicy } from '../development-policy.ts';
import { answerOf, ofPage } from './answers.ts';
import { developmentPage } from './development-page.ts';
import type { Service } from './services.ts';
import type { ShownBuild, ShownCopy } from './shown-build.ts';
import { createSigner } from './signer.ts';
import type { SiteClient } from './site-client.ts';

export interface DevelopmentPagesParts {
  shown: ShownBuild;
  /** Settings of the remote that are to be others than in the site; absent: none. */
  values?: SettingValues | undefined;
  /** Origin of the site. */
  site: string;
  /** Origin of the proxy. */
  here: string;
  /** The services of the site, at the proxy's addresses. */
  services: readonly Service[];
}

/** Answers pages of the site, with what is shown of the remote as it is at that moment. */
export function createDevelopmentPages(
  { shown, values, site, here, services }: DevelopmentPagesParts,
  client: SiteClient,
) {
  const signer = createSigner();

  function policyOf(
    { headers }: IncomingMessage,
    { declaration, inlineStyles }: ShownCopy,
  ): string {
    return developmentPolicy(String(headers['content-security-policy'] ?? ''), {
      page: here,
      declared: declaration.policy,
      server: shown.server,
      inlineStyles,
      hasShell: true,
    });
  }

  return {
    async send(asked: IncomingMessage, response: ServerResponse, address: URL): Promise<void> {
      const { 'if-none-match': _page, ...headers } = client.headersFor(address, asked);
      const from = await answerOf(asked, response, address, headers);
      if (!from.headers['content-type']?.startsWith('text/html'))
        return client.answer(response, from, address);
      const html = await text(from);
      const copy = await shown.read();
      const page = await developmentPage(html, { shown, copy, values, signer, site, services });
      // The site answers 404 for a page that only this build declares.
      response.writeHead(page === null ? (from.statusCode ?? 502) : 200, {
        ...ofPage(client.takeHeaders(from, address)),
        'content-security-policy': policyOf(from, copy),
        'cache-control': 'no-store',
      });
      response.end(page ?? html);
    },
  };
}
