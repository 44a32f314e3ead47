import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from './site.testing.ts';
import type { SiteParts } from './site.ts';

/**
 * Opens a site for each test of a file, all over one registry.
 *
 * @param prepare begins each test
 * @param parts of the site
 */
export function siteForEach(
  prepare: (site: TestSite, kept: TestRegistry) => void | Promise<void>,
  parts: (kept: TestRegistry) => Partial<SiteParts> | Promise<Partial<SiteParts>> = () => ({}),
): void {
  let kept: TestRegistry;
  let site: TestSite;
  beforeAll(async () => {
    kept = await openTestRegistry();
  });
  afterAll(() => kept.close());
  beforeEach(async () => {
    site = await openTestSite(kept, await parts(kept));
    await prepare(site, kept);
  });
  afterEach(() => site.server.close());
}
