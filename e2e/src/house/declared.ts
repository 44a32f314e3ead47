import type { Page } from '@playwright/test';
import { openTestKey } from '@tallystick/registry/test-key.testing';
import type { Layout } from '@tallystick/shared/contracts/remote';
import {
  buildStatementSchema,
  type Signed,
  signedReleaseSchema,
} from '@tallystick/shared/contracts/signed-release';
import * as v from 'valibot';

const releaseElement = /(id="release">)(.*?)(<\/script>)/s;

/**
 * Answers this tab's page loads of `path` as if its remote had declared `layout` for it: what is
 * stated of the build is changed and signed anew, by the key of the tests. The last call counts.
 */
export async function declareLayout(page: Page, path: string, layout: Layout): Promise<void> {
  const key = await openTestKey();
  const declare = (signed: Signed): Signed => {
    const { artifact, ...rest } = v.parse(buildStatementSchema, JSON.parse(signed.text));
    const route = artifact.declaration?.routes.find((each) => each.path === path);
    if (route === undefined) return signed;
    route.layout = layout;
    const text = JSON.stringify({ ...rest, artifact });
    return { text, signature: key.sign(text) };
  };
  // A page that a test answers comes from nowhere, and may not call this machine unasked.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const body = html.replace(releaseElement, (_, before, json, after) => {
        const release = v.parse(signedReleaseSchema, JSON.parse(json));
        const declared = { ...release, builds: release.builds.map(declare) };
        return before + JSON.stringify(declared).replaceAll('<', '\\u003c') + after;
      });
      await route.fulfill({ response: answer, body });
    },
  );
}
