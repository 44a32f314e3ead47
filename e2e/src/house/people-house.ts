import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openTestProvider, testClient } from '@tallystick/registry/oidc-provider.testing';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { runRelease } from './house.ts';
import { startSideHouse } from './side-house.ts';
import { sharedHouse } from './test.ts';

/** A side house whose console and command people sign in to by a provider on this machine, which has its own pages. */
export type PeopleHouse = Awaited<ReturnType<typeof startPeopleHouse>>;

/** Somebody, as the provider knows them. */
interface Person {
  name: string;
  groups: string[];
}

/**
 * Starts both.
 *
 * @param people by the name that they type into the provider's page
 * @param roles what groups may do, as `OIDC_ROLES` has it
 */
export async function startPeopleHouse(
  people: Readonly<Record<string, Person>>,
  roles: Readonly<Record<string, string | string[]>>,
  settings: Readonly<Record<string, string>> = {},
) {
  const [admin = 0] = await freePorts(1);
  const adminUrl = `http://localhost:${admin}`;
  const provider = await openTestProvider([adminUrl]);
  for (const [login, person] of Object.entries(people)) {
    provider.accounts.set(login, { ...person, email: `${login}@example.org` });
  }
  const side = await startSideHouse(sharedHouse(), {
    ADMIN_PORT: `${admin}`,
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: testClient.client_id,
    OIDC_CLIENT_SECRET: testClient.client_secret,
    OIDC_ROLES: JSON.stringify(roles),
    ...settings,
  });
  /** As history says who did something. */
  const nameOf = (login: string) => `${people[login]?.name} (${login}@example.org)`;

  return {
    ...side,
    adminUrl,
    nameOf,
    /** Signs in to the console by the pages of the provider. */
    async signIn(page: Page, login: string): Promise<void> {
      await page.goto(adminUrl);
      await page
        .getByRole('button', { name: `Sign in with ${new URL(provider.url).host}` })
        .click();
      await page.getByPlaceholder('Enter any login').fill(login);
      await page.getByPlaceholder('and password').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    },
    /** Signs in to the command by a code; answers how it is run as that person. */
    async signInToCommand(login: string): Promise<(...words: string[]) => Promise<string>> {
      const settingsOf = await mkdtemp(join(side.dataDir, `${login}-`));
      const environment = { ...side.environment, XDG_CONFIG_HOME: settingsOf };
      const release = (...words: string[]) => runRelease(environment, ...words);
      const given = provider.codes.length;
      const signingIn = release('sign-in');
      await expect.poll(() => provider.codes.length).toBe(given + 1);
      await provider.confirm(provider.codes[given] ?? '', login);
      expect(await signingIn).toContain(`Signed in as ${nameOf(login)}`);
      return release;
    },
    async close(): Promise<void> {
      await side.close();
      await provider.stop();
    },
  };
}
