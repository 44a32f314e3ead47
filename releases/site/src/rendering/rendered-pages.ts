import type { Call } from '@tallystick/shared/api/call';
import { serverEntryFile } from '@tallystick/shared/contracts/server-entry';
import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import type { ArtifactBodies } from '../artifacts/artifact-bodies.ts';
import type { RenderedPage } from '../page/page.ts';
import type { BuildRecord } from '../release/records.ts';
import type { Release } from '../release/release.ts';
import { isAnswer, type Rendered, type Renderer } from './renderer.ts';
import { openRests } from './rests.ts';
import { hasReactOf } from './same-react.ts';

/** Bytes of rendered pages that are cached. */
const maxBytes = 32 * 2 ** 20;
/** Milliseconds for which a page is given again without a question to the ledger … */
const freshMs = 1_000;
/** … and for which it is given though the ledger does not answer. */
const staleMs = 60_000;
/** Characters of an address that is rendered. */
const maxAddress = 1_000;

/** Renders the page at an address, for whoever asks; null: the browser draws it. */
export type RenderAddress = (
  owner: string,
  release: Release,
  address: string,
) => Promise<RenderedPage | null>;

export interface RenderedPagesOptions {
  readonly renderer: Pick<Renderer, 'render'>;
  readonly bodies: Pick<ArtifactBodies, 'read'>;
  /** Asks the ledger. */
  readonly call: Call;
  /** Milliseconds that a page waits to be rendered; what takes longer is for who asks next. */
  readonly waitMs: number;
  /** Milliseconds, of a clock that only goes forward. */
  readonly now: () => number;
  /** One line for the log. */
  log(line: string): void;
}

interface Kept {
  readonly page: RenderedPage;
  /** When the ledger last said the same. */
  asOf: number;
}

/**
 * Pages as their builds render them, cached by release and address. A page is given again for as long as the
 * ledger answers its calls as it did; else it is rendered once more.
 */
export function openRenderedPages({
  renderer,
  bodies,
  call,
  waitMs,
  now,
  log,
}: RenderedPagesOptions): RenderAddress {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => 2 * page.html.length + JSON.stringify(page.answers).length,
  });
  const underWay = new Map<string, Promise<RenderedPage | null>>();
  const rests = openRests(now);

  async function textOf(record: BuildRecord): Promise<string> {
    const prepared = await bodies.read(record, serverEntryFile);
    const body = prepared?.bodies.get('identity')?.body;
    if (body === undefined) throw new Error(`${serverEntryFile} cannot be read`);
    return Buffer.from(body).toString();
  }

  /** Whether the ledger says what it said; null: it says nothing now. */
  async function isCurrent({ answers }: Rendered): Promise<boolean | null> {
    const now = await Promise.all(
      answers.map(({ path, body }) => {
        const [data, srvc] = v.parse(handedBodySchema, body);
        return call(path, { data, ...(srvc && { srvc }) });
      }),
    );
    if (!now.every(isAnswer)) return null;
    return JSON.stringify(now) === JSON.stringify(answers.map(({ result }) => result));
  }

  async function renew(
    key: string,
    remote: BuildRecord,
    release: Release,
    address: string,
  ): Promise<RenderedPage | null> {
    const known = kept.get(key);
    if (known !== undefined) {
      const current = await isCurrent(known.page);
      if (current === true) known.asOf = now();
      if (current === null && now() - known.asOf > staleMs) return null;
      if (current !== false) return known.page;
    }
    const { shell } = release;
    const build = nameOf(remote);
    const builds = `${nameOf(shell)} ${build}`;
    if (rests.rests(builds)) return null;
    const texts = async () => ({ shell: await textOf(shell), remote: await textOf(remote) });
    const { document } = release;
    const result = await renderer.render({ builds, texts, address, release: document });
    if (result.type === 'rendered') {
      rests.worked(builds);
      const page = { ...result.page, build };
      kept.set(key, { page, asOf: now() });
      return page;
    }
    if (result.type === 'gone') return known?.page ?? null;
    const resting = rests.failed(builds);
    log(
      `${build} does not render ${address} with ${nameOf(shell)}: ${result.problem}. ` +
        `Browsers draw the page${resting ? `, and all of the build for ${rests.seconds} s` : ''}; its team finds the cause in src/routes.tsx and what that imports.`,
    );
    return null;
  }

  return async (owner, release, address) => {
    const remote = release.remotes.get(owner);
    const { shell, document } = release;
    const isOne = [shell, remote].every((build) => build?.artifact.files[serverEntryFile]);
    if (remote === undefined || !isOne || address.length > maxAddress) return null;
    if (!hasReactOf(shell, remote)) return null;
    const key = `${release.key} ${JSON.stringify(document.preview ?? null)} ${address}`;
    const known = kept.get(key);
    if (known !== undefined && now() - known.asOf < freshMs) return known.page;
    const begun =
      underWay.get(key) ??
      renew(key, remote, release, address)
        .catch((error: unknown) => {
          log(`${nameOf(remote)} was not rendered: ${error}`);
          return null;
        })
        .finally(() => underWay.delete(key));
    underWay.set(key, begun);
    const { promise: late, resolve } = Promise.withResolvers<RenderedPage | null>();
    const timer = setTimeout(() => resolve(known?.page ?? null), waitMs);
    return await Promise.race([begun, late]).finally(() => clearTimeout(timer));
  };
}

const handedBodySchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([
    v.record(v.string(), v.unknown()),
    v.nullable(v.picklist(['issuer', 'caller', 'verifier'])),
  ]),
);

function nameOf({ artifact: { app, build } }: BuildRecord): string {
  return `${app}@${build}`;
}
