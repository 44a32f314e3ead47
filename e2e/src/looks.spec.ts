import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { test } from './house/test.ts';
import { keepProbe, whyNotComparable } from './looks/probe.ts';

// Pictures of components: as they are, on a phone, in the dark. They are compared only on a machine
// that draws a probe pixel by pixel as the one did where they were made. Elsewhere the run says
// that it skips them.
//
// To make them anew: `LOOKS=make playwright test looks --update-snapshots --workers 1`

const looks = [
  { look: 'default', width: 1280, colorScheme: 'light' },
  { look: 'phone', width: 390, colorScheme: 'light' },
  { look: 'dark', width: 1280, colorScheme: 'dark' },
] as const;

interface Component {
  name: string;
  path: string;
  /** Where it is; the whole screen if not told. */
  find?: (page: Page) => Locator;
}

const components: Component[] = [
  { name: 'frame', path: '/api' },
  { name: 'banner', path: '/', find: (page) => page.getByRole('region', { name: 'Banner' }) },
  { name: 'list', path: '/creator/north-college', find: (page) => page.getByRole('table').last() },
  {
    name: 'variables',
    path: '/tx/tally-data-6',
    find: (page) => page.getByRole('table', { name: 'Data' }),
  },
  { name: 'sign-in', path: '/auth', find: (page) => page.locator('main form') },
];

let problem: Promise<string | null> | undefined;
const comparable = (browser: Browser) => {
  problem ??=
    process.env.LOOKS === 'make' ? keepProbe(browser).then(() => null) : whyNotComparable(browser);
  return problem;
};

for (const { name, path, find } of components) {
  for (const { look, width, colorScheme } of looks) {
    // The frame has other parts on a phone; all else is the same, narrower.
    if (look === 'phone' && name !== 'frame' && !proving) continue;
    test(`${name}, ${look}, looks as it did`, async ({ page, browser }, information) => {
      const why = await comparable(browser);
      if (why !== null) {
        console.log(why);
        information.skip(true, why);
      }
      await page.clock.setFixedTime(new Date('2024-01-02T00:00:00Z'));
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      await expect(find?.(page) ?? page.getByText('Coming Soon')).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await page.mouse.move(0, 0);
      const picture = `${name}-${look}.png`;
      const tolerance = { animations: 'disabled', caret: 'hide', maxDiffPixels: 12 } as const;
      if (find === undefined) await expect(page).toHaveScreenshot(picture, tolerance);
      else await expect(find(page)).toHaveScreenshot(picture, tolerance);
    });
  }
}
