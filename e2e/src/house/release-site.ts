import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import {
  attestationPath,
  openUnverified,
  readBuild,
  readRelease,
} from '@tallystick/contract/read-release';
import type { LoadableBuild, RemoteBuild } from '@tallystick/contract/release';
import { type TabReport, tabReportSchema } from '@tallystick/contract/release-news';
import { signedSchema } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { type House, runRelease } from './house.ts';
import type { Variant } from './variant.ts';

type Site = Pick<House, 'siteUrl' | 'environment'>;

/** The release that a browser without a history gets now. */
export async function currentRelease({ siteUrl }: Pick<Site, 'siteUrl'>) {
  const answer = await fetch(`${siteUrl}/releases/current.json`);
  return await readRelease(await answer.text(), openUnverified);
}

/** What is needed to load a build, as its attestation says. */
export async function loadable(
  siteUrl: string,
  { name, build }: Pick<RemoteBuild, 'name' | 'build'>,
): Promise<LoadableBuild> {
  const answer = await fetch(siteUrl + attestationPath(name, build));
  return await readBuild(v.parse(signedSchema, await answer.json()), openUnverified);
}

/** Runs `npm run release -- …` against a house; answers when the command has returned. */
export function release(house: Site, ...parameters: string[]): Promise<string> {
  return runRelease(house.environment, ...parameters, '--reason', 'the tests want it');
}

export async function publish(house: Site, ...builds: Variant[]): Promise<void> {
  await runRelease(house.environment, 'publish', ...builds.map(({ folder }) => folder));
}

/** SHA-256 of every file of every app of a release but `but`, as a browser gets it, by path. */
export async function hashFiles(house: Site, but: string): Promise<Record<string, string>> {
  const { shell, remotes } = await currentRelease(house);
  const hashes: Record<string, string> = {};
  for (const remote of remotes) {
    if (remote.name === but) continue;
    const { base, files } = await loadable(house.siteUrl, remote);
    for (const file of Object.keys(files)) hashes[base + file] = await hashAt(house, base + file);
  }
  // A page without content: content may name more files, and may be missing on a busy machine.
  const page = await (await fetch(`${house.siteUrl}/nowhere`)).text();
  const named = page.matchAll(new RegExp(`"(/artifacts/${shell.name}/[^"]+)"`, 'g'));
  for (const [, path = ''] of named) hashes[path] = await hashAt(house, path);
  return hashes;
}

async function hashAt({ siteUrl }: Site, path: string): Promise<string> {
  const answer = await fetch(siteUrl + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return createHash('sha256').update(bytes).digest('hex');
}

/** What a page sends to the site server of itself, as it does. */
export function watchReports(page: Page): TabReport[] {
  const reports: TabReport[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/releases/reports')) return;
    reports.push(v.parse(tabReportSchema, JSON.parse(request.postData() ?? 'null')));
  });
  return reports;
}

/** Signed texts of a release: its revision, and what its builds declare. */
const signedTexts = 2;

/**
 * To be called before a page is opened. The returned function makes a change of the release, and
 * resolves when the page has taken it in. The page has then asked for the new release and verified
 * what the registry has signed of it. Until then a navigation is one in the release before.
 */
export async function watchNews(page: Page) {
  await page.addInitScript(() => {
    // A test may leave to `about:blank`, which has nothing to verify, and no SubtleCrypto.
    if (!isSecureContext) return;
    const { verify } = SubtleCrypto.prototype;
    Object.assign(window, { opened: 0 });
    SubtleCrypto.prototype.verify = async function (...given) {
      const isGood = await verify.apply(this, given);
      // Later, so that the page's own code goes on first.
      setTimeout(() => Object.assign(window, { opened: Reflect.get(window, 'opened') + 1 }));
      return isGood;
    };
  });
  const opened = () => page.evaluate(() => Number(Reflect.get(window, 'opened')));
  return async (change: () => Promise<unknown>): Promise<void> => {
    const before = await opened();
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/current.json'));
    await change();
    await (await answered).finished();
    await expect.poll(opened).toBeGreaterThanOrEqual(before + signedTexts);
  };
}

/** The build that the remote's code in the page says that it is. */
export async function buildOnScreen(page: Page, app: string): Promise<string | null> {
  return await page.locator(`[data-part="${app}"]`).getAttribute('data-build');
}

/** Waits until the page follows the channel: it has told so itself, and news have come. */
export async function openFollowing(page: Page, url: string): Promise<void> {
  const news = page.waitForResponse((answer) => answer.url().endsWith('/releases/events'));
  const report = page.waitForResponse((answer) => answer.url().endsWith('/releases/reports'));
  await page.goto(url);
  await Promise.all([news, report]);
}
