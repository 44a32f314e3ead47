import { inBrowser, monthly, type Proof, quarterly, vitest } from './proof.ts';

/** Servers and stores: killed, stopped, full, moved and put back. */
export const servers: readonly Proof[] = [
  {
    name: 'ledger-kills',
    shows:
      'nothing acknowledged is lost in 100 kills, by turns of the ledger service with its container or of a part of the data folder’s own server, and in 100 of the service at `DATABASE_URL`',
    command: vitest('LEDGER_KILLS=100', 'backend/src/service/kill'),
    ...quarterly,
  },
  {
    name: 'registry-kills',
    shows: 'the registry killed 70 times, every second time with its database server',
    command: vitest('REGISTRY_KILLS=70', 'platform/registry/src/store/kill'),
    ...quarterly,
  },
  {
    name: 'ledger-stops',
    shows: 'the ledger service stopped 20 times under load',
    command: vitest('LEDGER_STOPS=20', 'backend/src/main'),
    ...quarterly,
  },
  {
    name: 'site-stops',
    shows: 'the site server stopped 20 times under load',
    command: vitest('SITE_STOPS=20', 'platform/site/src/main'),
    ...quarterly,
  },
  {
    name: 'full-disks',
    shows: 'ledger and registry on a full disk, and while their database is away',
    command: vitest('', 'full-disk dead-store'),
    ...quarterly,
  },
  {
    name: 'ended-commands',
    shows: 'imports, mails, backups and servers that are killed in the middle; a flipped bit',
    command: vitest('', 'cli/import cli/doctor mail-after-kill operations/src'),
    ...quarterly,
  },
  {
    name: 'left-out-parts',
    shows:
      'each part of the registry left out once: the rest compiles, and the tests of the core pass',
    command: vitest('', 'tools/src/layering/left-out-parts'),
    ...quarterly,
  },
  {
    name: 'properties',
    shows: 'each property with ten times as many generated cases',
    command: vitest(
      '',
      'property activity.test neighbours.test export.test record.test any-page bounded-search service.test rollback-rule declared-path find-route',
    ),
    ...quarterly,
  },
  {
    name: 'prebuilt',
    shows:
      'the built tree by itself: its servers, commands and backup; `npm start` ended in each way',
    command: inBrowser('', 'prebuilt returning src/start.spec'),
    ...monthly,
  },
  {
    name: 'containers',
    shows:
      'the image of this commit and of the one before, built by Podman: the services of compose.yaml under its limits, a rollback, kills, two on one volume, an upgrade, a backup put back',
    command: vitest('', 'tools/src/deploy/containers'),
    ...quarterly,
  },
  {
    name: 'point-in-time',
    shows:
      'by PostgreSQL’s archive both stores go back to a time: what came before is there and verifies, what came after is not, and the site serves it',
    command: vitest('', 'tools/src/recovery'),
    ...quarterly,
  },
  {
    name: 'oldest-postgres',
    shows: 'all tests of what keeps something on the oldest PostgreSQL that we run on',
    command: vitest(
      'TEST_POSTGRES=14',
      'platform/store/src/ backend/src/ operations/src/ platform/registry/src/',
    ),
    ...quarterly,
  },
];
