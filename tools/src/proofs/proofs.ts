import { measured } from './measured.ts';
import { monthly, type Proof, quarterly } from './proof.ts';

const vitest = (variables: string, path: string) => `PROOFS=on ${variables} vitest run ${path}`;
const inBrowser = (variables: string, spec: string) =>
  `PROOFS=on ${variables} playwright test --config e2e/playwright.config.ts ${spec} --workers 1`;

/** All proofs: runs too long for `npm test`, each to be repeated after so many days. `npm run proofs` keeps this order. */
export const proofs: readonly Proof[] = [
  {
    name: 'hostile-bodies',
    shows: '2,000 requests to each route of each server, right, nearly right and hostile',
    command: vitest('HOSTILE_BODIES=2000', 'hostile'),
    ...monthly,
  },
  {
    name: 'tampered-files',
    shows: 'a byte changed in each file of each artifact',
    command: inBrowser('TAMPER_ALL=on', 'tampered'),
    ...quarterly,
  },
  {
    name: 'ids',
    shows:
      'records with sixteen odd ids, by click, by address and without scripts, in three engines',
    command: inBrowser('IDS=all', 'ids.spec'),
    ...quarterly,
  },
  {
    name: 'second-site',
    shows:
      'a site made from the packed platform, with npm and its registry: rendering, canary, preview, rollback, backup, the next React, and its signing key stolen, changed and lost',
    command: inBrowser('', 'second-site'),
    ...monthly,
  },
  {
    name: 'hostile-neighbour',
    shows: '100 loads beside a hostile remote',
    command: inBrowser('HOSTILE_LOADS=100', 'hostile-neighbour'),
    ...quarterly,
  },
  {
    name: 'bad-build',
    shows: 'a bad build at 100 % while 200 tabs work',
    command: vitest('SIMULATED_TABS=200', 'bad-build'),
    ...quarterly,
  },
  {
    name: 'forged-reports',
    shows: 'a good build stays live under 100,000 forged reports',
    command: vitest('FLOOD_REPORTS=100000', 'reports/flood'),
    ...quarterly,
  },
  {
    name: 'live-list',
    shows: 'a list at 20 inserts a second for a minute',
    command: inBrowser('LIVE_SECONDS=60', 'live-load'),
    ...monthly,
  },
  {
    name: 'accessibility',
    shows:
      'axe on every route and state of sign-in, at five widths in both themes; all pages with large text and on paper; pictures of components',
    command: inBrowser('AXE_LOOKS=all', 'accessibility sign-in-branches looks'),
    ...monthly,
  },
  {
    name: 'steadiness',
    shows: 'no list shifts, each at two widths',
    command: inBrowser('STEADY=all', 'steadiness'),
    ...monthly,
  },
  {
    name: 'sign-in',
    shows: 'each branch of signing in and out, tabs that share it, mail in trouble, wrong clocks',
    command: inBrowser('', 'sign-in lost-answer mail wrong-clock'),
    ...monthly,
  },
  {
    name: 'identity-emulator',
    shows: 'the identity emulator answers the SDK as Firebase’s own does, which the proof installs',
    command: vitest('', 'identity/firebase-emulator'),
    ...quarterly,
  },
  {
    name: 'wrong-builds',
    shows: 'each way a build can be wrong or its files fail to load; markup that swallows a page',
    command: inBrowser('', 'ladder rendered'),
    ...quarterly,
  },
  {
    name: 'kept-site',
    shows: 'the site from what a browser has kept, and 100 changes each seen by the next page load',
    command: inBrowser('RELEASE_TURNS=100', 'keeper'),
    ...quarterly,
  },
  {
    name: 'previews',
    shows: 'previews as managers, guests and whoever handles an incident have them',
    command: inBrowser('', 'preview'),
    ...quarterly,
  },
  {
    name: 'open-tab',
    shows: 'a build swapped 20 times in an open tab',
    // A turn swaps the build twice: there and back.
    command: inBrowser('RELEASE_TURNS=10', 'releases-open-tab'),
    ...quarterly,
  },
  {
    name: 'guesses',
    shows: '10,000 guesses of a sign-in code',
    command: vitest('GUESSES=10000', 'guesses'),
    ...quarterly,
  },
  {
    name: 'canary',
    shows: 'a canary for 2,000 browsers',
    command: vitest('CANARY_BROWSERS=2000', 'canary.test'),
    ...quarterly,
  },
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
    name: 'publishers',
    shows: '20 publishers, 50 rounds',
    command: vitest('REGISTRY_ROUNDS=50', 'platform/registry/src/channel/race'),
    ...quarterly,
  },
  {
    name: 'publishers-by-command',
    shows: '20 teams promote by the command at once, 50 rounds',
    command: vitest('RELEASE_CROWD=20 RELEASE_ROUNDS=50', 'platform/cli/src/promote'),
    ...quarterly,
  },
  {
    name: 'next-page',
    shows: 'the next page load after a release, 100 of 100',
    command: vitest('RELEASE_TURNS=100', 'platform/cli/src/next-page'),
    ...quarterly,
  },
  {
    name: 'rendered-rollback',
    shows:
      'the next HTML of two servers after a rollback, rendered by the build before, 100 of 100',
    command: vitest('RENDERED_TURNS=100', 'platform/site/src/rendering/rollback'),
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
    name: 'sandboxes',
    shows: 'what code of a build may use up, in each kind of sandbox, and pages while it does',
    command: vitest('', 'rendering/sandbox rendering/many-addresses rendering/rendering'),
    ...quarterly,
  },
  {
    name: 'verdicts',
    shows:
      'that of 20,000 builds that fail alike and 10,000 as fast, looked at over 3,000 browsers each, at most three are held; how soon others are',
    command: vitest('', 'health/verdicts'),
    ...quarterly,
  },
  {
    name: 'real-tabs',
    shows:
      'in tabs of Chromium a canary that fails is held, so is one that is painted later, and a good one goes on to all by itself',
    command: inBrowser('', 'real-tabs'),
    ...quarterly,
  },
  {
    name: 'checked-log',
    shows:
      'a rewritten end of the log and a page of a second history found within a minute; a rollback takes what it takes without log and witness',
    command: vitest('', 'cli/src/check-log'),
    ...quarterly,
  },
  {
    name: 'full-disks',
    shows: 'ledger and registry on a full disk, and while their database is away',
    command: vitest('', 'full-disk dead-store'),
    ...quarterly,
  },
  {
    name: 'same-build',
    shows:
      'the same build in another folder, byte for byte; a page with fifty remotes; a build refused for a hook that the live React lacks, in each way to call it',
    command: vitest('', 'another-folder page-size tools/src/contract/can-ship'),
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
    name: 'ended-commands',
    shows: 'imports, mails, backups and servers that are killed in the middle; a flipped bit',
    command: vitest('', 'cli/import cli/doctor mail-after-kill operations/src'),
    ...quarterly,
  },
  {
    name: 'bundlers',
    shows: 'what a build must do, by each bundler that we know, and their development servers',
    command: inBrowser('', 'conformance working-copy fourth-remote'),
    ...monthly,
  },
  {
    name: 'hundred-packages',
    shows:
      'the hundred packages of npm that teams import most beside a shell: none is refused, by the kit or by Vite; each is where a name, a major or a patch of React DOM does not fit',
    command: vitest('', 'tools/src/contract/hundred-packages'),
    ...monthly,
  },
  {
    name: 'contents',
    shows:
      'which packages are in builds by Vite, webpack, Rsbuild and the kit, by source maps; unknown without',
    command: vitest('', 'tools/src/contents'),
    ...monthly,
  },
  {
    name: 'libraries',
    shows:
      'fifty libraries that teams use, from npm, and what a site has to open for each; four of them by webpack, too',
    command: inBrowser('', 'libraries'),
    ...quarterly,
  },
  {
    name: 'frameworks',
    shows:
      'remotes of Vue, Svelte, Lit, Angular and Solid, made by the templates and from npm: pages, a recall, and all in one page',
    command: inBrowser('', 'frameworks'),
    ...quarterly,
  },
  {
    name: 'engines',
    shows:
      'the page of the offline cache, changed files of JavaScript modules, what the styles of a remote reach, and styles that scripts bring, in three engines',
    command: inBrowser('', 'engines kept-page module-files scoped-styles openings'),
    ...monthly,
  },
  {
    name: 'readers-questions',
    shows: 'twenty questions of readers, answered by clicking through the site',
    command: inBrowser('', 'questions'),
    ...monthly,
  },
  {
    name: 'console-day',
    shows: 'a whole day of three people at the console, and answers in any order',
    command: inBrowser('', 'console'),
    ...monthly,
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
  {
    name: 'faults',
    shows: 'every fault by name, and what readers see of it',
    command: 'npm run chaos',
    days: 30,
    minutes: 120,
  },
  {
    name: 'attacks',
    shows: 'every attack, and what it costs others',
    command: 'npm run chaos -- --only attack- --seconds 60',
    days: 30,
    minutes: 180,
  },
  ...measured,
];
