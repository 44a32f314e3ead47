import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    // Longer than a test waits for a page on a busy machine.
    testTimeout: 30_000,
    // The kit's components import their styles.
    server: { deps: { inline: ['@tallystick/shared'] } },
  },
});
