import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';

/** Opens a site for each test of a file, all over one registry; `prepare` begins each test. */
export function siteForEach(prepare: (site: TestSite, kept: TestRegistry) => Promise<void>): void {
  let kept: TestRegistry;
  let site: TestSite;
  beforeAll(async () => {
    kept = await openTestRegistry();
  });
  afterAll(() => kept.close());
  beforeEach(async () => {
    site = await openTestSite(kept);
    await prepare(site, kept);
  });
  afterEach(() => site.server.close());
}

/** Posts a form of a preview as a page of the site does, or one of another. */
export function postForm(
  site: TestSite,
  payload: string,
  { url = '/releases/preview', from = 'same-origin', cookie = '' } = {},
): ReturnType<TestSite['get']> {
  return site.server.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: from === 'same-origin' ? 'http://site.test' : 'http://127.0.0.1:4300',
      'sec-fetch-site': from,
      cookie,
    },
    payload,
  });
}
