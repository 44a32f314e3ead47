import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { runPace } from './platform/contract/src/testing/pace.testing.ts';
import { packageFolders } from './tools/bootstrap/workspace.mjs';
import { PagesApart } from './tools/src/test/pages-apart.ts';

/** Packages whose tests share threads. */
interface Together {
  name: string;
  folders: readonly string[];
  /** What is made once for them, which they copy: to make a database takes seconds. */
  setups: readonly string[];
  /** Most of them compute, and hardly wait for anybody. */
  computes?: true;
}
const together: readonly Together[] = [
  {
    name: 'apps',
    computes: true,
    folders: [
      'platform/shell-kit',
      'platform/build',
      'platform/console',
      'platform/timing',
      'platform/ui',
      'shell',
      'mfe-ledger',
      'mfe-parties',
      'mfe-auth',
    ],
    setups: [],
  },
  // Its tests hold the clock of the identity SDK, of which each thread has one.
  { name: 'shared', computes: true, folders: ['shared'], setups: [] },
  { name: 'store', folders: ['platform/store'], setups: ['platform/store/src/notes.setup.ts'] },
  { name: 'ledger', folders: ['backend'], setups: ['backend/src/store/database.setup.ts'] },
  {
    name: 'releases',
    folders: [
      'platform/registry',
      'platform/admin',
      'platform/cli',
      'platform/operations',
      'platform/program',
      'platform/site',
      'site',
    ],
    setups: [
      'platform/registry/parts/database.setup.ts',
      'platform/site/src/offline-cache/workers.setup.ts',
    ],
  },
  {
    name: 'operations',
    folders: ['operations', 'tools'],
    setups: ['operations/src/database.setup.ts'],
  },
];
const inProject = (path: string) => `${import.meta.dirname}/${path}`;
// What is under e2e runs in Playwright.
const others = packageFolders(import.meta.dirname).filter(
  (folder) =>
    !['', 'e2e'].includes(folder) && !together.some(({ folders }) => folders.includes(folder)),
);
const groups: readonly Together[] = [{ name: 'others', folders: others, setups: [] }, ...together];

// A thread lives for seconds, and what it imports stays: V8 would look through that for garbage again and again.
for (const megabytes of ['--initial-old-space-size=200', '--min-semi-space-size=8']) {
  setFlagsFromString(megabytes);
}

// `npm run proofs` runs what is too long for `npm test`: files that are called so, and tests that say so.
const proving = process.env.PROOFS === 'on';
const longest = proving ? 3_600_000 : Math.round(60_000 * runPace());

export default defineConfig({
  test: {
    // Read from here alone; on a busy machine a thread takes its time to end.
    teardownTimeout: 60_000,
    sequence: { sequencer: PagesApart },
    // A thread serves one of these alone, and to begin one takes a second, two with a document: so they are few.
    projects: groups.map((group) => ({
      test: {
        name: group.name,
        // Most other tests wait for a database or another process half of their time.
        maxWorkers: availableParallelism() + (group.computes ? 1 : 4),
        sequence: { groupOrder: group.computes ? 1 : 0 },
        include: group.folders.flatMap((folder) => [
          `${folder}/src/**/*.{test,proof}.{ts,tsx}`,
          `${folder}/parts/**/*.{test,proof}.ts`,
        ]),
        exclude: proving ? [] : ['**/*.proof.ts'],
        globalSetup: group.setups.map(inProject),
        setupFiles: [inProject('shared/src/testing/patience.testing.ts')],
        // docs/decisions/0063-the-time-of-all-tests.md
        pool: 'threads',
        // A thread for each file would spend most of its time on what the one before has loaded too.
        isolate: false,
        // What hangs is ended; what waits has less, so that it can say for what.
        testTimeout: longest,
        hookTimeout: longest,
        expect: { poll: { timeout: 30_000 } },
      },
    })),
  },
});
