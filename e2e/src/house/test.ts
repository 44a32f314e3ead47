import { test as base, expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import type { House } from './house.ts';

const houseSchema = v.object({
  siteUrl: v.string(),
  ledgerUrl: v.string(),
  dataDir: v.string(),
  environment: v.record(v.string(), v.string()),
});

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

/** A test against the shared site; it fails if the browser has anything to complain of. */
export const test = base.extend<{ complaints: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  baseURL: async ({}, use) => use(sharedHouse().siteUrl),
  complaints: [
    async ({ page }, use) => {
      const complaints = watchComplaints(page);
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
