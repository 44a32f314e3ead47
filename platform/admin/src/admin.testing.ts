import type { Change } from '@tallystick/registry/contract/channel';
import type { Actor, Scope } from '@tallystick/registry/contract/tokens';
import {
  openPlacedRegistry,
  type PlacedRegistry,
} from '@tallystick/registry/parts/placed-registry.testing';
import { publish } from '@tallystick/registry/registry.testing';
import { sitesOf } from '@tallystick/settings/sites';
import type { FastifyInstance } from 'fastify';
import { type AdminParts, buildAdmin } from './admin.ts';
import { withDescribedAnswers } from './described-answers.testing.ts';

export const consoleOrigin = 'http://console.test:4300';
/** Staging has a site of its own; all other channels are shown at one. */
const sites = sitesOf({
  CHANNEL: 'production',
  SITE_URL: 'http://site.test:4000',
  SITE_URLS: new Map([['staging', 'http://staging.test:4001']]),
});

const house: Actor = { tokenId: 'house', name: 'house', scope: { kind: 'manager' } };

/** The admin API over a real registry in a folder of its own. */
export interface TestAdmin extends PlacedRegistry {
  server: FastifyInstance;
  /** Makes a token; answers its secret and id. */
  token(scope: Scope, name?: string): Promise<{ secret: string; id: string }>;
  /** Publishes a remote that has one route of its own, past the API. */
  publish(app: string, build: string): Promise<void>;
  /** @throws Error if an answer was not as the OpenAPI document says */
  close(): Promise<void>;
}

export const manager: Scope = { kind: 'manager' };

export async function openTestAdmin(parts: Partial<AdminParts> = {}): Promise<TestAdmin> {
  const placed = await openPlacedRegistry('tallystick-admin-');
  const { registry } = placed;
  const { made: server, problems } = await withDescribedAnswers(registry.parts.calls, () =>
    buildAdmin({
      registry,
      origins: [consoleOrigin],
      sites,
      limits: { idleGrace: 0 },
      ...parts,
    }),
  );
  return {
    ...placed,
    server,
    token: async (scope, name = 'maria') => {
      const made = await registry.access.createToken(house, { name, scope, days: 90 });
      if (!made.ok) throw new Error(made.problem);
      return { secret: made.value.secret, id: made.value.token.id };
    },
    publish: (app, build) =>
      publish(registry, app, build, { kind: app === 'shell' ? 'shell' : 'remote' }, house),
    close: async () => {
      await server.close();
      await placed.close();
      if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
    },
  };
}

/** A channel with a shell and the remotes at their builds, as one revision. */
export async function startChannel(
  { registry }: TestAdmin,
  channel: string,
  builds: Record<string, string>,
): Promise<void> {
  const change: Change = { kind: 'promote', builds, reason: 'the beginning' };
  const made = await registry.channel(channel).change(house, 0, change);
  if (!made.ok) throw new Error(made.problem);
}
