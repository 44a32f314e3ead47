import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'releases/registry',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/store/engines.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
