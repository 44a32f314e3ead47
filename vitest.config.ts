import { defineConfig } from 'vitest/config';
import { packageFolders } from './tools/bootstrap/workspace.mjs';

// The backend needs a database for its tests and brings a configuration of its own; what is under
// e2e runs in Playwright.
const configuredElsewhere = ['', 'backend', 'e2e'];

export default defineConfig({
  test: {
    projects: [
      'backend',
      ...packageFolders(import.meta.dirname)
        .filter((folder) => !configuredElsewhere.includes(folder))
        .map((folder) => ({
          test: {
            name: folder,
            root: folder,
            include: ['src/**/*.test.{ts,tsx}'],
            // For a machine that is busy with other things.
            testTimeout: 30_000,
            expect: { poll: { timeout: 10_000 } },
          },
        })),
    ],
  },
});
