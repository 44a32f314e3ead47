import { openLog } from '@tallystick/guard/log/log';
import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import type { Change, Revision } from '@tallystick/registry/contract/channel';
import type { PartOptions } from '@tallystick/registry/parts/all-parts';
import {
  openPlacedRegistry,
  type PlacedRegistry,
} from '@tallystick/registry/parts/placed-registry.testing';
import type { Watching } from '@tallystick/registry/registry-over';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import * as v from 'valibot';
import { bakeryAt } from './bakery/bakery.testing.ts';
import { cookieOf, issuedTicket, navigation, withCookies, yesIn } from './browser.testing.ts';
import { accepted, type Files, maria, publish } from './builds.testing.ts';
import { buildSite, type SiteParts } from './site.ts';

/** A registry for all tests of a file. */
export type TestRegistry = PlacedRegistry;

export const openTestRegistry = (watching?: Watching & PartOptions): Promise<TestRegistry> =>
  openPlacedRegistry('tallystick-site-', watching);

/** A site server over a channel of its own, with nothing in it. */
export interface TestSite {
  server: FastifyInstance;
  channel: string;
  /** The messages of what went wrong, as they were logged. */
  lines: readonly string[];
  /** A ticket for a preview, as a manager gets it of the admin API. */
  previewTicket(target: PreviewTarget): Promise<string>;
  /** Publishes a build with a few files that do, and these; answers its id. */
  publish(app: string, more?: Files, declared?: object, previewOnly?: boolean): Promise<string>;
  /** Makes a change; answers the new revision. */
  change(change: Change): Promise<Revision>;
  /** Makes builds live, as one revision. */
  promote(builds: Readonly<Record<string, string>>): Promise<Revision>;
  /** Publishes and promotes a shell and `mfe-note`, which owns `/notes/:id`; answers their builds. */
  release(content?: string): Promise<{ shell: string; note: string }>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Sends what a page of this site posts. */
  post(url: string, payload: string, headers?: Headers): Promise<LightMyRequestResponse>;
  /** Posts a form of a preview as a page of the site does, or one of another. */
  postForm(
    payload: string,
    more?: { url?: string; from?: string; cookie?: string },
  ): Promise<LightMyRequestResponse>;
  /** Opens what asks whether to show a preview, as a browser does, and says yes if it asks. */
  sayYes(url: string, cookie?: string): Promise<Yes>;
  /** Begins a preview in a browser; answers its cookies. */
  preview(target: PreviewTarget): Promise<string>;
  /** Opens a page as a browser does; answers its cookie, and the ticket by which the page reports. */
  visit(url: string, headers?: Headers): Promise<{ cookie: string; ticket: string | undefined }>;
}

const lineSchema = v.object({ msg: v.string() });

type Headers = Readonly<Record<string, string>>;

/** What came of a yes. */
export interface Yes {
  asked: LightMyRequestResponse;
  /** Where the button leads; null: nothing was asked. */
  to: string | null;
  /** The answer to that. */
  answer: LightMyRequestResponse | null;
  /** All cookies that the browser has now. */
  cookie: string;
}

let channels = 0;

/** The caller closes `server`. */
export async function openTestSite(
  { registry, folder }: Pick<TestRegistry, 'registry' | 'folder'>,
  more: Partial<SiteParts> = {},
): Promise<TestSite> {
  channels += 1;
  const channel = more.channel ?? `test-${channels}`;
  const lines: string[] = [];
  const server = await buildSite({
    registry,
    keys: [registry.attestations.publicKey],
    channel,
    site: bakeryAt('http://breads.test'),
    siteUrl: 'http://site.test',
    dataFolder: folder,
    share: 0.8,
    log: openLog({
      service: 'site',
      level: 'warn',
      stream: { write: (line: string) => lines.push(v.parse(lineSchema, JSON.parse(line)).msg) },
    }),
    ...more,
    // A machine that is busy with other things is no registry that is away.
    limits: {
      staleAfterMs: 30_000,
      timeoutMs: 60_000,
      perAddress: 10_000_000,
      lag: 600_000,
      factsMs: 60_000,
      ...more.limits,
      server: { idleGrace: 0, ...more.limits?.server },
    },
  });

  async function change(wanted: Change): Promise<Revision> {
    const current = await registry.channel(channel).current();
    return accepted(await registry.channel(channel).change(maria, current?.revision ?? 0, wanted));
  }

  const site: TestSite = {
    server,
    channel,
    lines,
    previewTicket: (target) =>
      registry.shortLived.issue(
        'preview-ticket',
        JSON.stringify({ target, by: maria.name }),
        maria.tokenId,
      ),
    publish: (...build) => publish(registry, ...build),
    change,
    promote: (builds) => change({ kind: 'promote', builds, reason: 'because' }),
    async release(content = 'later') {
      const shell = await site.publish('shell', { 'main.js': `shell("${content}")` });
      const note = await site.publish('mfe-note', { 'later.js': content });
      await site.promote({ shell, 'mfe-note': note });
      return { shell, note };
    },
    get: (url, headers = {}) => server.inject({ method: 'GET', url, headers }),
    post: (url, payload, headers = {}) =>
      server.inject({
        method: 'POST',
        url,
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain', ...headers },
        payload,
      }),
    postForm: (payload, { url = '/releases/preview', from = 'same-origin', cookie = '' } = {}) =>
      site.post(url, payload, {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': from,
        cookie,
      }),
    async sayYes(url, cookie = '') {
      const asked = await site.get(url, { ...navigation, cookie });
      const to = yesIn(asked.body);
      const known = withCookies(cookie, asked);
      if (to === null) return { asked, to, answer: null, cookie: known };
      const answer = await site.get(to, {
        ...navigation,
        'sec-fetch-site': 'cross-site',
        cookie: known,
      });
      return { asked, to, answer, cookie: withCookies(known, answer) };
    },
    async preview(target) {
      const ticket = await site.previewTicket(target);
      return (await site.sayYes(`/releases/preview?ticket=${ticket}`)).cookie;
    },
    async visit(url, headers = {}) {
      const page = await site.get(url, { ...navigation, ...headers });
      const cookie = cookieOf(page) || (headers.cookie ?? '');
      const issued = issuedTicket(page.headers['server-timing']);
      if (issued === null) return { cookie, ticket: undefined };
      const answer = await site.post('/releases/tickets', issued, { ...headers, cookie });
      return { cookie, ticket: answer.statusCode === 200 ? answer.body : undefined };
    },
  };
  return site;
}
