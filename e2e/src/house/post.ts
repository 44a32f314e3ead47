import { expect } from '@playwright/test';
import { startMailServer, type TestMailServer } from './mail-server.ts';
import { type SideHouse, startSideHouse } from './side-house.ts';
import { test as base, houseTimeout, sharedHouse } from './test.ts';

/** A site whose codes go through a real mail server, and whose tokens its service verifies. */
export interface Post {
  side: SideHouse;
  mails: TestMailServer;
  /** The code that arrived at an address; waits for it, and for another one than `not`. */
  codeFor(email: string, not?: string): Promise<string>;
}

/** Tests against such a site, which those of one file share. */
export const postTest = () =>
  base.extend<object, { post: Post }>({
    post: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
      async ({}, use) => {
        const mails = await startMailServer();
        const side = await startSideHouse(sharedHouse(), {
          SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        });
        const codeFor = async (email: string, not?: string) => {
          const arrived = () => {
            const code = mails.codeFor(email);
            return code !== undefined && code !== not;
          };
          await expect.poll(arrived).toBe(true);
          return mails.codeFor(email) ?? '';
        };
        await use({ side, mails, codeFor });
        await side.close();
        await mails.stop();
      },
      { scope: 'worker', timeout: houseTimeout },
    ],
    baseURL: async ({ post }, use) => use(post.side.siteUrl),
  });

/** Six digits that are not those of `code`. */
export function wrongCode(code: string): string {
  return code === '123456' ? '654321' : '123456';
}
