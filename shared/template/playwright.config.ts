import { defineConfig } from '@playwright/test';

const {
  TALLYSTICK_SITE: site = 'http://localhost:4000',
  PORT = '4901',
  CHROMIUM_PATH,
} = process.env;

/** Tests in a browser: the working copy in the pages of a running site. */
export default defineConfig({
  testDir: 'browser',
  outputDir: 'dist/test-results',
  use: {
    baseURL: `http://localhost:${PORT}`,
    launchOptions: CHROMIUM_PATH === undefined ? {} : { executablePath: CHROMIUM_PATH },
  },
  webServer: {
    command: `npm run dev -- --port ${PORT} --site ${site}`,
    url: `http://localhost:${PORT}`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
