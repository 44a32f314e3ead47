import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, expect } from '@playwright/test';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { inProject } from '@tallystick/tools/src/project.ts';
import { type Picture, writeGallery } from './gallery.ts';
import { type Screen, screensOf } from './screens.ts';
import { findSubjects } from './subjects.ts';

const folder = inProject('screenshots');
const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  sizes.map((viewport) => ({ name: `${colorScheme} ${viewport.width}`, colorScheme, viewport })),
);
type Look = (typeof looks)[number];

/** Takes a picture of every screen whose name contains one of these words, or of all; answers where they can be seen. */
export async function takePictures(
  browser: Browser,
  from: House,
  words: readonly string[],
): Promise<string> {
  const screens = screensOf(from, await findSubjects(from.ledgerUrl)).filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pictures: Picture[] = [];
  for (const screen of screens) {
    // What signs in asks for a code, and there are thirty in five minutes.
    const pages =
      screen.after === undefined || screen.passes ? looks.map((look) => [look]) : [looks];
    const visits = pages.map((looks) => () => take(browser, from, screen, looks));
    if (screen.after === undefined) await Promise.all(visits.map((visit) => visit()));
    else for (const visit of visits) await visit();
    pictures.push(
      ...looks.map((look) => ({
        screen: screen.name,
        look: look.name,
        file: fileOf(screen, look),
      })),
    );
    console.log(screen.name);
  }
  return `${pictures.length} pictures: ${await writeGallery(folder, pictures)}`;
}

function fileOf({ name }: Screen, look: Look): string {
  return `${name}, ${look.name}.png`.replaceAll(/[^a-z0-9.]+/g, '-');
}

/** Opens a screen in the first of `among`, and takes a picture of it in each. */
async function take(
  browser: Browser,
  { siteUrl }: House,
  screen: Screen,
  among: readonly Look[],
): Promise<void> {
  const [first] = among;
  if (first === undefined) return;
  const { path, before, after } = screen;
  const context = await browser.newContext({
    baseURL: siteUrl,
    colorScheme: first.colorScheme,
    viewport: first.viewport,
    deviceScaleFactor: first.viewport.width < 600 ? 2 : 1,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await before?.(page);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Charts and the live feed come after the page; pictures of them are what people want to see.
  const unready = page.getByText(/^(Connecting…|Counting…|Please wait\.\.\.)$/);
  await expect(unready)
    .toHaveCount(0, { timeout: 5_000 })
    .catch(() => {});
  await after?.(page);
  for (const look of among) {
    const { colorScheme, viewport } = look;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    // What sticks to the screen belongs to its edges: so the screen is as high as the page.
    const height = await page.evaluate(() => {
      const main = document.querySelector<HTMLElement>('main:not([hidden])');
      if (main !== null) main.style.minBlockSize = '0';
      return document.documentElement.scrollHeight;
    });
    await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) });
    const file = join(folder, fileOf(screen, look));
    await page.screenshot({ path: file, animations: 'disabled' });
  }
  await context.close();
}
