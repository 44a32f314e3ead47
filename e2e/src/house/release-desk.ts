import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { boardSchema } from '@tallystick/registry/contract/board';
import type { Change } from '@tallystick/registry/contract/channel';
import { madeTokenSchema, type newTokenSchema } from '@tallystick/registry/contract/tokens';
import * as v from 'valibot';
import type { SideHouse } from './side-house.ts';

/** What somebody else does to the releases of a house while a test looks at its console. */
export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Opens the admin API of a house, as a machine would use it. */
export async function openDesk({
  adminUrl,
  environment,
}: Pick<SideHouse, 'adminUrl' | 'environment'>) {
  const key = await readFile(join(environment.DATA_DIR ?? '', 'release.key'), 'utf8');
  const machine = key.trim();

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: object = {},
  ): Promise<unknown> {
    const answer = await fetch(`${adminUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${machine}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  const board = async () => v.parse(boardSchema, await call('GET', '/channels/production'));

  return {
    /** Secret of this machine's token, a manager's. */
    secret: machine,
    call,
    board,
    /** Makes a token; answers its secret. */
    async token(token: v.InferInput<typeof newTokenSchema>) {
      return v.parse(madeTokenSchema, await call('POST', '/tokens', token)).secret;
    },
    /** Changes production as its newest revision stands; as who has `secret`, or this machine. */
    async change(change: Change, secret = machine) {
      const { current } = await board();
      await call('POST', '/channels/production/revisions', change, {
        'if-match': `"${current?.revision ?? 0}"`,
        authorization: `Bearer ${secret}`,
      });
    },
  };
}

/** Signs in to the console and waits for its board. */
export async function signInToConsole(
  page: Page,
  { adminUrl }: Pick<SideHouse, 'adminUrl'>,
  secret: string,
  path = '/',
): Promise<void> {
  await page.goto(`${adminUrl}${path}`);
  await page.getByLabel('Token', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // This page has a heading of its own.
  await expect(page.getByLabel('Token', { exact: true })).toBeHidden();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}
