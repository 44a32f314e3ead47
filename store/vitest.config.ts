import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'store',
    // docs/decisions/0043-what-tests-run-on.md
    pool: 'threads',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/notes.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
