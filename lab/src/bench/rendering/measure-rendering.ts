import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compared,
  inUnits,
  type Measure,
  type Measured,
  perSecond,
} from '../../measures/measures.ts';
import { median } from '../../measures/times.ts';
import { cpuOf, memoryOf } from '../../processes/used.ts';
import { withSite } from '../../servers/with-site.ts';
import { buildBare } from './bare.ts';
import { fresh, list, measureReaders } from './measure-readers.ts';
import { findProcesses, type Processes } from './processes.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** Pages of one measure. */
const pages = 300;
/** After so many nothing is compiled anew: what is measured is what a server costs that runs for days. */
const warmUp = 2_000;
/** The most processor time of a page, as a multiple of that of a bare `renderToPipeableStream`. */
const maxCost = 1.5;
const minCached = 5;
/** The most memory at the end, as a multiple of that after a quarter of the pages. */
const maxGrowth = 1.15;
const samples = 40;

/**
 * What it costs to render pages, beside React alone, and what a cached one costs. Also memory over
 * `inAll` pages, and what readers wait while others ask for pages that nobody has asked for. Needs
 * Linux, for what processes use.
 */
export async function measureRendering(inAll: number): Promise<Measured> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-bare-'));
  const settings = {
    SERVER_RENDERING: 'on',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    LIMIT_PER_ADDRESS: '999999999',
  };
  const renderBare = await buildBare(folder.path, 'mfe-ledger');
  return await withSite(async (site) => {
    // There are as many visitors as pages rendered at once, so that the processes do not sleep between pages.
    const visitors = [1, 2, 3, 4].map((n) => openVisitor(site.siteUrl, `203.0.113.${n}`));
    const html = (await visitors[0]?.rendered(list)) ?? '';
    await each(visitors, warmUp, fresh);
    const processes = await findProcesses(site.dataDir);
    const memory = await memoryOver(processes, visitors, inAll);
    const bare = await renderBare({ address: list, html, warmUp, pages });
    // The bare one renders each time that a page has come, so that both find the processor as cold and as busy.
    let inTurns = 0;
    const cpuMs = await cpuOver(bare.pid, async () => {
      inTurns = (await costOf(processes, () => each(visitors, pages, fresh, bare.render)))
        .rendering;
    });
    bare.close();
    const uncached = await costOf(processes, () => each(visitors, pages, fresh));
    const cached = await costOf(processes, () => each(visitors, pages, () => list));
    const readers = await measureReaders(site.siteUrl);
    return {
      measures: [
        compared(
          'rendered, processor time where builds run',
          inUnits('ms a page', 2),
          inTurns,
          ['renderToPipeableStream', cpuMs],
          { max: maxCost },
        ),
        compared(
          'cached pages',
          perSecond('pages'),
          cached.perSecond,
          ['rendered', uncached.perSecond],
          { min: minCached },
        ),
        ...memory,
        ...readers.measures,
      ],
      details: [
        `${list}: ${bare.bytes} bytes of content; React alone, page after page without a pause, takes ${bare.alone.toFixed(2)} ms; the site server itself takes ${uncached.site.toFixed(2)} ms of processor time for a rendered page, with its compression, and ${cached.site.toFixed(2)} ms for a cached one.`,
        ...readers.details,
      ],
    };
  }, settings);
}

async function each(
  visitors: readonly Visitor[],
  times: number,
  address: () => string,
  then = async () => {},
): Promise<void> {
  let begun = 0;
  await Promise.all(
    visitors.map(async (visitor) => {
      while (begun < times) {
        begun += 1;
        await visitor.rendered(address());
        await then();
      }
    }),
  );
}

/** Milliseconds of processor time that a process takes for each of the pages. */
async function cpuOver(pid: number, run: () => Promise<void>): Promise<number> {
  const before = cpuOf(pid);
  await run();
  return (cpuOf(pid) - before) / pages;
}

/** Processor time of a page in each process, in milliseconds, and pages a second. */
async function costOf(processes: Processes, run: () => Promise<void>) {
  const used = () => [cpuOf(processes.site), cpuOf(...processes.rendering)] as const;
  const before = used();
  const start = performance.now();
  await run();
  const seconds = (performance.now() - start) / 1_000;
  const after = used();
  return {
    site: (after[0] - before[0]) / pages,
    rendering: (after[1] - before[1]) / pages,
    perSecond: pages / seconds,
  };
}

/** Compares the memory in the last quarter of all pages with that in the second. */
async function memoryOver(
  processes: Processes,
  visitors: readonly Visitor[],
  inAll: number,
): Promise<Measure[]> {
  const seen: { site: number; rendering: number }[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    await each(visitors, Math.ceil(inAll / samples), fresh);
    seen.push({
      site: await memoryOf(processes.site),
      rendering: await memoryOf(...processes.rendering),
    });
  }
  const quarter = samples / 4;
  return (['site', 'rendering'] as const).map((name) => {
    const of = (from: number) => median(seen.slice(from, from + quarter).map((one) => one[name]));
    const [early, late] = [of(quarter), of(3 * quarter)];
    const what = `memory over ${inAll} pages, ${name === 'site' ? 'site server' : 'where builds run'}`;
    const peer = ['after a quarter', early] as const;
    return compared(what, inUnits('MB', 0, 1e6), late, peer, { max: maxGrowth });
  });
}
