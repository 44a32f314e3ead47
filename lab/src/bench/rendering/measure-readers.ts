import { compared, inUnits, type Measured } from '../../measures/measures.ts';
import { quantile, timed } from '../../measures/times.ts';
import { openVisitor } from './visitor.ts';

/** The address of a list. */
export const list = '/transfers';
const attackers = 8;
const visits = 400;
const paths = ['/', '/transfers', '/transfers?page=2', '/assets'];
/**
 * The longest wait of a reader, as a multiple of that beside as many clients that ask for one cached
 * page. Each new address is a page to render, by the same two processors that the eight clients use
 * up. A quiet machine measured 1.88; no run has reached 1.5.
 */
const maxRatio = 2.5;

/**
 * What a reader waits for pages that many ask for, without and with clients that ask for ever new
 * addresses. Also, how many of the new addresses came rendered.
 */
export async function measureReaders(siteUrl: string): Promise<Measured> {
  const alone = await read(siteUrl);
  const { p99: besideOne } = await readBeside(siteUrl, () => list);
  const { p99: beside, ...asked } = await readBeside(siteUrl, fresh);
  return {
    measures: [
      compared(
        `a reader beside ${attackers} that ask for new addresses, p99`,
        inUnits('ms'),
        beside,
        ['beside as many that ask for one cached page', besideOne],
        { max: maxRatio },
      ),
    ],
    details: [
      `Alone a reader's p99 is ${alone.toFixed(0)} ms. Beside it ${asked.inAll} new addresses were asked for, of which ${asked.rendered} came rendered.`,
    ],
  };
}

let freshly = 0;

/** An address of the same list that nobody has asked for. */
export function fresh(): string {
  freshly += 1;
  return `${list}?nobody=${freshly}`;
}

/** The same while clients ask for pages without end. */
async function readBeside(siteUrl: string, address: () => string) {
  let ended = false;
  const asked = { inAll: 0, rendered: 0 };
  const attacks = Array.from({ length: attackers }, async (_, n) => {
    const visitor = openVisitor(siteUrl, `198.51.100.${n + 1}`);
    while (!ended) {
      const html = await visitor.page(address());
      asked.inAll += 1;
      if (html.includes('data-rendered="')) asked.rendered += 1;
    }
    visitor.close();
  });
  const p99 = await read(siteUrl);
  ended = true;
  await Promise.all(attacks);
  return { p99, ...asked };
}

/** The 99th percentile of milliseconds until a page was there. */
async function read(siteUrl: string): Promise<number> {
  const visitor = openVisitor(siteUrl, '203.0.113.7');
  const times: number[] = [];
  for (let n = 0; n < visits; n += 1) {
    const path = paths[n % paths.length] ?? '/';
    times.push(await timed(() => visitor.page(path)));
    // A person who reads pauses, too. Meanwhile the site asks the ledger for the pages again.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  visitor.close();
  return quantile(times, 0.99);
}
