import { test as base, expect, type Page } from '@playwright/test';
import { runPace } from '@tallystick/contract/testing/pace';
import * as v from 'valibot';
import type { House } from './house.ts';

const houseSchema = v.object({
  siteUrl: v.string(),
  ledgerUrl: v.string(),
  adminUrl: v.string(),
  dataDir: v.string(),
  freshDir: v.string(),
  environment: v.record(v.string(), v.string()),
});

/** Milliseconds for a house of a spec's own and what is built for it: more than a test has, more on a slow machine. */
export const houseTimeout = Math.round(180_000 * runPace());

/** The site that all tests share; known once the global set-up has run. */
export function sharedHouse(): House {
  return v.parse(houseSchema, JSON.parse(process.env.TALLYSTICK_HOUSE ?? '{}'));
}

/** What the browser complained of: console errors, uncaught errors, breaches of the policy. */
function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Some breaches of the policy are reported, and nothing is said of them in the console. */
async function sayBreaches(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`The policy refused ${blockedURI} (${effectiveDirective})`);
    });
  });
}

/**
 * A test against the shared site. It fails if the browser has anything to complain of but what the
 * test has named with `expectComplaint`.
 */
export const test = base.extend<{ expectComplaint: (pattern: RegExp) => void }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  baseURL: async ({}, use) => use(sharedHouse().siteUrl),
  expectComplaint: [
    async ({ page }, use) => {
      const complaints = watchComplaints(page);
      await sayBreaches(page);
      const expected: RegExp[] = [];
      await use((pattern) => expected.push(pattern));
      expect(complaints.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});
