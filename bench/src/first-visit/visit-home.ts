import { chromium } from 'playwright';
import type { Asked } from './levels.ts';

/** What a browser without a cache loaded of a site. */
export interface Visit {
  html: Buffer;
  /** Scripts and styles over the network until home was shown, in the order of their requests. */
  shown: readonly LoadedFile[];
  /** Those that came after that, until the page was idle. */
  later: readonly LoadedFile[];
  /** All requests until home was shown. */
  requests: number;
}

export interface LoadedFile extends Asked {
  content: Buffer;
}

/** Visits home of the site at `url` with an empty cache. */
export async function visitHome(url: string, executablePath: string): Promise<Visit> {
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
  try {
    const page = await browser.newPage();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const asked: Asked[] = [];
    let requests = 0;
    network.on('Network.requestWillBeSent', ({ request, initiator, type }) => {
      requests += 1;
      const by = initiator.stack?.callFrames[0]?.url ?? initiator.url ?? url;
      const file = type === 'Script' || type === 'Stylesheet' || isFile(request.url);
      if (file && !asked.some((each) => each.url === request.url))
        asked.push({ url: request.url, by });
    });
    const answer = await page.goto(url);
    const html = (await answer?.body()) ?? Buffer.alloc(0);
    await page.getByRole('table').first().getByRole('row').nth(1).waitFor();
    const shown = [...asked];
    const requestsShown = requests;
    // Streams stay open, so that the network is never idle.
    await page.waitForTimeout(4_000);
    const load = async (file: Asked): Promise<LoadedFile> => {
      const response = await page.request.get(file.url);
      return { ...file, content: await response.body() };
    };
    return {
      html,
      shown: await Promise.all(shown.map(load)),
      later: await Promise.all(asked.slice(shown.length).map(load)),
      requests: requestsShown,
    };
  } finally {
    await browser.close();
  }
}

function isFile(url: string): boolean {
  return /\.(js|css)$/.test(new URL(url).pathname);
}
