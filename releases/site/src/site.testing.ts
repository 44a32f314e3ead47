import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openArtifactStore } from '@tallystick/registry/artifacts';
import { writeBuild } from '@tallystick/registry/build.testing';
import { openChannel } from '@tallystick/registry/channel';
import type { PreviewTarget } from '@tallystick/registry/contract/admin-api';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { openFileRegistry } from './file-registry.ts';
import { buildSite, type SiteParts } from './site.ts';

export const configuration: SiteConfiguration = {
  productName: 'Tally </script><b>',
  siteMode: 'main',
  ledgerUrl: 'http://ledger.test',
  ledgerToken: 'public',
  live: { appId: 'app', apiKey: 'key' },
  identity: { apiKey: 'key', authDomain: 'auth.test', projectId: 'project' },
};

/** A build id, `1.0.0-` and twelve times the digit. */
export const buildId = (digit: string) => `1.0.0-${digit.repeat(12)}`;

const files = {
  shell: { 'main.js': 'shell()', 'main.css': 'body {}' },
  'mfe-note': {
    'remote-entry.js': 'entry',
    'routes.js': 'routes',
    'routes.css': 'css',
    'later.js': 'later',
  },
};

/** A site server over a registry of its own, with nothing in it. */
export interface TestSite {
  server: FastifyInstance;
  /** Everything that is kept lies below it. */
  folder: string;
  /** What was logged. */
  lines: readonly string[];
  /** What the next tickets are good for. */
  tickets: Map<string, PreviewTarget>;
  /** Publishes a build with these files, or with a few that do. */
  publish(app: string, build: string, given?: Readonly<Record<string, string>>): Promise<void>;
  /** Makes builds live, as one revision. */
  promote(builds: Readonly<Record<string, string>>): Promise<void>;
  /** Publishes and promotes a shell and one remote, `mfe-note` with the route `/notes/:id`. */
  release(digit?: string): Promise<void>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export async function openTestSite(
  more: Partial<Pick<SiteParts, 'dataFolder' | 'limits' | 'siteUrl' | 'now'>> = {},
): Promise<TestSite> {
  const folder = more.dataFolder ?? (await mkdtemp(join(tmpdir(), 'tallystick-site-')));
  const registry = await openFileRegistry(folder);
  const lines: string[] = [];
  const tickets = new Map<string, PreviewTarget>();
  const server = await buildSite({
    registry,
    channel: 'production',
    configuration,
    siteUrl: 'http://site.test',
    dataFolder: folder,
    redeem: (ticket) => tickets.get(ticket) ?? null,
    log: (line) => lines.push(line),
    ...more,
  });
  const site: TestSite = {
    server,
    folder,
    lines,
    tickets,
    async publish(app, build, given) {
      const kind = app === 'shell' ? 'shell' : 'remote';
      const source = join(folder, 'source', app, build);
      const content = given ?? files[kind === 'shell' ? 'shell' : 'mfe-note'];
      for (const path of Object.keys(content)) {
        await mkdir(dirname(join(source, path)), { recursive: true });
      }
      await writeBuild(source, content, {
        app,
        build,
        kind,
      });
      await openArtifactStore(folder).publish(source);
    },
    async promote(builds) {
      const channel = openChannel(folder, 'production');
      const current = await channel.current();
      await channel.append(current?.revision ?? 0, {
        builds: { ...current?.builds, ...builds },
        by: 'maria',
        reason: 'because',
      });
    },
    async release(digit = 'a') {
      const build = buildId(digit);
      await site.publish('shell', build);
      await site.publish('mfe-note', build);
      await site.promote({ shell: build, 'mfe-note': build });
    },
    get: (url, headers = {}) => server.inject({ method: 'GET', url, headers }),
    async close() {
      await server.close();
      if (more.dataFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
  return site;
}

/** The JSON that a page has inlined under an id. */
export function inlined(html: string, id: string): unknown {
  const match = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html);
  return JSON.parse(match?.[1] ?? 'null');
}
