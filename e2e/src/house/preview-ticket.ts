import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { sharedHouse } from './test.ts';

const ticketSchema = v.object({ action: v.string(), ticket: v.string() });
export type Ticket = v.InferOutput<typeof ticketSchema>;

/** Gets a ticket as the console does, for the first revision of the house. */
export async function askForTicket(): Promise<Ticket> {
  const { adminUrl, dataDir } = sharedHouse();
  const key = (await readFile(join(dataDir, 'release.key'), 'utf8')).trim();
  const answer = await fetch(`${adminUrl}/v1/previews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ revision: 1 }),
  });
  return v.parse(ticketSchema, await answer.json());
}

/** Posts a ticket to the site, from a page that is not the site's, and says there that it is meant. */
export async function postTicket(page: Page, { action, ticket }: Ticket): Promise<void> {
  await page.goto('about:blank');
  await page.setContent(
    `<form method="post" action="${action}"><input name="ticket" value="${ticket}"><button>Go</button></form>`,
  );
  await page.getByRole('button', { name: 'Go' }).click();
  await page.getByRole('button', { name: 'Open the preview' }).click();
}
