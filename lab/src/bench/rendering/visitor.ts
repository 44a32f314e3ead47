import { Agent } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { call } from '../../http/call.ts';

const patienceMs = 20_000;

/** What asks for pages of a site over a connection that is kept alive. */
export type Visitor = ReturnType<typeof openVisitor>;

/** @param client address of the client, as a proxy in front would say it */
export function openVisitor(siteUrl: string, client: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    'x-forwarded-for': client,
    'sec-fetch-dest': 'document',
    'accept-encoding': 'br',
  };
  const page = async (address: string) => {
    const { status, bytes } = await call(siteUrl + address, { agent, headers, timeoutMs: null });
    if (status !== 200) throw new Error(`${address} answered ${status}.`);
    return (await promisify(brotliDecompress)(bytes)).toString();
  };
  return {
    /** A page as it comes, in whichever way. */
    page,
    /** The same until it comes rendered. */
    async rendered(address: string) {
      const until = performance.now() + patienceMs;
      for (;;) {
        const html = await page(address);
        if (html.includes('data-rendered="')) return html;
        if (performance.now() > until) throw new Error(`${address} is not rendered.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: () => agent.destroy(),
  };
}
