import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    // The kit's components import their styles.
    server: { deps: { inline: ['@tallystick/shared'] } },
  },
});
