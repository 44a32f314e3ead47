import { Agent, get } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const patienceMs = 20_000;

/** What asks for pages of a site over a connection that is kept alive. */
export interface Visitor {
  /** A page as it comes, in whichever way. */
  page(address: string): Promise<string>;
  /** The same until it comes rendered. */
  rendered(address: string): Promise<string>;
  close(): void;
}

/** @param client address of the client, as a proxy in front would say it */
export function openVisitor(siteUrl: string, client: string): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    'x-forwarded-for': client,
    'sec-fetch-dest': 'document',
    'accept-encoding': 'br',
  };
  const bytes = (address: string) =>
    new Promise<Buffer>((resolve, reject) => {
      const options = { agent, headers };
      get(siteUrl + address, options, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(parts));
          else reject(new Error(`${address} answered ${answer.statusCode}.`));
        });
      }).on('error', reject);
    });
  const page = async (address: string) =>
    (await promisify(brotliDecompress)(await bytes(address))).toString();
  return {
    page,
    async rendered(address) {
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
