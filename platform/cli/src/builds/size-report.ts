import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { signed, size } from '../command/figures.ts';
import { asResult, orFail } from '../outcome.ts';
import type { LocalBuild } from './local-build.ts';

/** Close to what the best quality gives, in a fraction of its time. */
const quality = 9;
/** What no page loads as a file. */
const notLoaded = /^(?:artifact|contract|entry|mf-manifest)\.json$|^server\/|\.map$/;
const kinds = ['scripts', 'styles', 'other'] as const;

/** Bytes of a build's files as they travel to visitors, compressed by brotli where that helps. */
type Weight = Record<'total' | (typeof kinds)[number], number>;

interface SizeReport {
  compressed: Weight;
  /** The build that is live, and what it weighs; null: none is. */
  live: { build: string; compressed: Weight } | null;
}

/** How large a build is beside the live one of its app, also as one line; null: that could not be found out. */
export async function sizeReport(
  local: LocalBuild,
  client: AdminClient,
  channel: string,
): Promise<{ sizes: SizeReport | null; says: string }> {
  const report = await asResult(weighBoth(local, client, channel));
  return report.ok
    ? { sizes: report.value, says: describeSizes(report.value, channel) }
    : { sizes: null, says: `not compared: ${report.problem}` };
}

/** What both have is weighed once. */
async function weighBoth(
  { artifact, read }: LocalBuild,
  client: AdminClient,
  channel: string,
): Promise<SizeReport> {
  const { app } = artifact;
  const known = new Map<string, number>();
  const compressed = await weigh(artifact.files, known, read);
  const { current } = orFail(await client.call(routes.board, { params: { channel } }));
  const build = current?.builds[app];
  if (build === undefined) return { compressed, live: null };
  const { artifact: live } = orFail(await client.call(routes.build, { params: { app, build } }));
  const readLive = async (path: string) =>
    orFail(await client.call(routes.file, { params: { app, build, '*': path } }));
  return { compressed, live: { build, compressed: await weigh(live.files, known, readLive) } };
}

/** @param known compressed sizes by hash, which it adds to */
async function weigh(
  files: Readonly<Record<string, string>>,
  known: Map<string, number>,
  read: (path: string) => Promise<Uint8Array>,
): Promise<Weight> {
  const weight: Weight = { total: 0, scripts: 0, styles: 0, other: 0 };
  for (const [path, integrity] of Object.entries(files)) {
    if (notLoaded.test(path)) continue;
    let bytes = known.get(integrity);
    if (bytes === undefined) {
      bytes = await compressedSize(await read(path));
      known.set(integrity, bytes);
    }
    weight[kindOf(path)] += bytes;
    weight.total += bytes;
  }
  return weight;
}

async function compressedSize(bytes: Uint8Array): Promise<number> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return Math.min(bytes.length, (await promisify(brotliCompress)(bytes, { params })).length);
}

function kindOf(path: string): (typeof kinds)[number] {
  if (/\.m?js$/.test(path)) return 'scripts';
  return path.endsWith('.css') ? 'styles' : 'other';
}

function describeSizes({ compressed, live }: SizeReport, channel: string): string {
  const parts = kinds.map((kind) => `${kind} ${size(compressed[kind])}`).join(', ');
  const own = `compressed ${size(compressed.total)}: ${parts}`;
  if (live === null) return `${own}; nothing of it is live in ${channel}`;
  const growth = compressed.total - live.compressed.total;
  const percent = Math.round((growth / Math.max(1, live.compressed.total)) * 100);
  const share = percent === 0 ? '' : ` (${percent > 0 ? '+' : ''}${percent} %)`;
  return `${own}; ${signed(growth)}${share} against ${live.build}, live in ${channel}`;
}
