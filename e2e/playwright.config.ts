import { defineConfig } from '@playwright/test';
import { runPace } from '@tallystick/contract/testing/pace';
import { proving } from '@tallystick/contract/testing/proof';
import { fewerFeatures } from './src/house/browser-features.ts';

// The files that take longest. They begin early, so that no worker runs one alone at the end.
const longest =
  /\/(conformance|console|fourth-remote|paging|prebuilt|second-site|sign-in-branches|sign-in-session|start)\.spec\.ts$/;
// Most files use one browser context after the other, emptied, with a page whose process has
// compiled the site's scripts already (docs/decisions/0063). Each test of these files begins with a
// new context: it measures what a browser loads, keeps or uses on its first visit.
const anew =
  /\/(browser-features|federation|keeper|live-load|releases-open-tab|returning|tampered)\.spec\.ts$/;

// These have one house beside that of all (`house/beside.ts`), one after the other: together they take longest of all.
const beside =
  /\/(composition|earlier-react|errors|ids|ladder|releases-shell|scoped-styles|slots)\.spec\.ts$/;

// `npm test` says where Chromium is and where the machine-readable report goes.
const { CHROMIUM_PATH: executablePath, PLAYWRIGHT_JSON_OUTPUT_FILE: report } = process.env;

export default defineConfig({
  testDir: 'src',
  globalSetup: './src/house/global.setup.ts',
  outputDir: '../test-results/e2e',
  forbidOnly: true,
  // More than a small machine has processors: pages and servers wait for each other half of their time.
  workers: 4,
  projects: [
    { name: 'beside', testMatch: beside, use: { reuseContext: true }, workers: 1 },
    { name: 'longest', testMatch: longest, use: { reuseContext: true } },
    { name: 'anew', testMatch: anew },
    { name: 'others', testIgnore: [longest, beside, anew], use: { reuseContext: true } },
  ],
  snapshotPathTemplate:
    '{snapshotDir}/{testFileDir}/{testFileName}-snapshots/{arg}-{platform}{ext}',
  // What is too long for `npm test` says so by its tag; `npm run proofs` runs it.
  grepInvert: proving ? [] : /@proof/,
  // For a test that hangs. The limit of one wait is shorter, so that it can say what it waited for.
  timeout: proving ? 3_600_000 : Math.round(60_000 * runPace()),
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ...(report === undefined ? [] : [['json', { outputFile: report }] as const]),
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    // A page's requests must reach the test that watches or answers them; keeper.spec.ts has one.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // What the page did and asked for, without a picture of each step: every test pays for it, few are looked at.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [fewerFeatures],
    },
  },
});
