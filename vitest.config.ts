import { defineConfig } from 'vitest/config';
import { packageFolders } from './tools/bootstrap/workspace.mjs';

// These need a database for their tests and bring a configuration of their own.
const withDatabase = ['store', 'backend', 'releases/registry', 'releases/site'];
// What is under e2e runs in Playwright.
const configuredElsewhere = ['', 'e2e', ...withDatabase];

export default defineConfig({
  test: {
    projects: [
      ...withDatabase,
      ...packageFolders(import.meta.dirname)
        .filter((folder) => !configuredElsewhere.includes(folder))
        .map((folder) => ({
          test: {
            name: folder,
            root: folder,
            include: ['src/**/*.test.{ts,tsx}'],
            setupFiles: [`${import.meta.dirname}/shared/src/testing/patience.testing.ts`],
            // docs/decisions/0043-what-tests-run-on.md
            pool: 'threads',
            // For a machine that is busy with other things.
            testTimeout: 30_000,
            hookTimeout: 60_000,
            expect: { poll: { timeout: 10_000 } },
          },
        })),
    ],
  },
});
