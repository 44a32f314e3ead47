import type { Page } from '@playwright/test';
import type { Layout } from '@tallystick/contract/remote';
import {
  buildAttestationSchema,
  type Signed,
  signedBuildsSchema,
} from '@tallystick/contract/signed-release';
import { openTestKey } from '@tallystick/registry/test-key.testing';
import * as v from 'valibot';
import { withoutContent } from './drawn-by-browser.ts';

const buildsElement = /(id="builds">)(.*?)(<\/script>)/s;

/**
 * Answers this tab's page loads of `path` as if its remote had declared `layout` for it. The
 * attestation in the page is changed and signed anew by the key of the tests, and the page is drawn
 * by that. The last call counts.
 */
export async function declareLayout(page: Page, path: string, layout: Layout): Promise<void> {
  const key = await openTestKey();
  const declare = (signed: Signed): Signed => {
    const statement = v.parse(buildAttestationSchema, JSON.parse(signed.text));
    const route = statement.artifact.declaration?.routes.find((each) => each.path === path);
    if (route !== undefined) route.layout = layout;
    const text = JSON.stringify(statement);
    return { text, signature: key.sign(text) };
  };
  // A page that a test answers has no network address, so it needs permission to call this machine.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const answer = await route.fetch();
      const html = withoutContent(await answer.text());
      const body = html.replace(buildsElement, (_, before, json, after) => {
        const declared = v.parse(signedBuildsSchema, JSON.parse(json)).map(declare);
        return before + JSON.stringify(declared).replaceAll('<', '\\u003c') + after;
      });
      await route.fulfill({ response: answer, body });
    },
  );
}
