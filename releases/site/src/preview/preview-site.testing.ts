import type { TestSite } from '../site.testing.ts';

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
