import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { packageFolders } from './tools/bootstrap/workspace.mjs';
import { PagesApart } from './tools/src/test/pages-apart.ts';

/** What is made once for all tests of a package, which copy it: to make a database takes seconds. */
const madeOnce: Readonly<Record<string, string[]>> = {
  'platform/store': ['platform/store/src/notes.setup.ts'],
  backend: ['backend/src/store/database.setup.ts'],
  operations: ['operations/src/stores/database.setup.ts'],
  tools: ['tools/src/database.setup.ts'],
  'platform/registry': ['platform/registry/src/store/database.setup.ts'],
  'platform/admin': ['platform/registry/src/store/database.setup.ts'],
  'platform/cli': ['platform/registry/src/store/database.setup.ts'],
  'platform/site': [
    'platform/registry/src/store/database.setup.ts',
    'platform/site/src/offline-cache/workers.setup.ts',
  ],
};
const inProject = (path: string) => `${import.meta.dirname}/${path}`;
// What is under e2e runs in Playwright.
const folders = packageFolders(import.meta.dirname).filter(
  (folder) => !['', 'e2e'].includes(folder),
);

// A thread lives for seconds, and what it imports stays: V8 would look through that for garbage again and again.
for (const megabytes of ['--initial-old-space-size=200', '--min-semi-space-size=8']) {
  setFlagsFromString(megabytes);
}

// `npm run proofs` runs what is too long for `npm test`: files that are called so, and tests that say so.
const proving = process.env.PROOFS === 'on';
const longest = proving ? 3_600_000 : 60_000;

export default defineConfig({
  test: {
    // Most tests wait for a database or another process half of their time.
    maxWorkers: availableParallelism() + 4,
    // Read from here alone; on a busy machine a thread takes its time to end.
    teardownTimeout: 60_000,
    sequence: { sequencer: PagesApart },
    projects: folders.map((folder) => ({
      test: {
        name: folder,
        root: folder,
        include: ['src/**/*.{test,proof}.{ts,tsx}'],
        exclude: proving ? [] : ['src/**/*.proof.ts'],
        globalSetup: (madeOnce[folder] ?? []).map(inProject),
        setupFiles: [inProject('shared/src/testing/patience.testing.ts')],
        // docs/decisions/0043-what-tests-run-on.md
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
