import { expect, type Page } from '@playwright/test';
import {
  type PreviewTarget,
  type PreviewTicket,
  previewTicketSchema,
} from '@tallystick/registry/contract/admin-api';
import * as v from 'valibot';
import type { House } from './house.ts';
import { openDesk } from './release-desk.ts';
import { sharedHouse } from './test.ts';

/** What the console asks for: what is to be seen, in whichever channel. */
type Target = Partial<PreviewTarget>;

/** Gets a ticket as the console does, for the first revision of the house unless something else is said. */
export async function askForTicket(
  target: Target = { revision: 1 },
  house: Pick<House, 'adminUrl' | 'environment'> = sharedHouse(),
): Promise<PreviewTicket> {
  const desk = await openDesk(house);
  return v.parse(previewTicketSchema, await desk.call('POST', '/previews', target));
}

/** Posts a ticket to the site, from a page that is not the site's, and says there that it is meant, if it asks. */
export async function postTicket(page: Page, { action, ticket }: PreviewTicket): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(
    `<form method="post" action="${action}"><input name="ticket" value="${ticket}"><button>Go</button></form>`,
  );
  await page.getByRole('button', { name: 'Go' }).click();
  const yes = page.getByRole('button', { name: 'Open the preview' });
  const none = page.getByRole('heading', { name: 'There is no such preview' });
  await expect(yes.or(none)).toBeVisible();
  if (await yes.isVisible()) await yes.click();
}
