import { expect, type Page } from '@playwright/test';
import { proving } from '@tallystick/contract/testing/proof';
import { openPage } from './house/open-page.ts';
import { test } from './house/test.ts';

const kindsOfPages = ['/', '/assets?page=2', '/tx/tally-data-6', '/user/ada', '/auth'];
const others = ['/transfers', '/consumer/lantern-bank', '/api', '/no/such/page'];
/** Each kind of page; a proof has more of them. */
const routes = proving ? [...kindsOfPages, ...others] : kindsOfPages;

// The browser says of each page that nothing has that it is not there.
test.beforeEach(({ expectComplaint }) => expectComplaint(/status of 404/));

/** Opens a page and waits until it has what it is for. */
async function open(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** How many pixels the page is wider than the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('with the keyboard alone', () => {
  test('the first stop is a link past the menu, seen when it has the focus', async ({ page }) => {
    await open(page, '/');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).not.toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(
      await page.getByRole('main').evaluate((main) => main.contains(document.activeElement)),
    ).toBe(true);
  });

  for (const { width, height } of [
    { width: 1280, height: 800 },
    { width: 390, height: 800 },
  ]) {
    test(`every stop is seen, marked and not covered, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      for (const path of ['/', '/tx/tally-data-6', '/auth']) {
        await open(page, path);
        const stops = await walk(page);
        expect(stops.length, path).toBeGreaterThan(8);
        expect(
          stops.filter(({ fault }) => fault !== ''),
          path,
        ).toEqual([]);
      }
    });
  }

  test('a new page has the focus, and its name', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main', { name: 'API' })).toBeFocused();
  });
});

interface Stop {
  what: string;
  fault: string;
}

/** Presses Tab from the top of the page to its end, and looks at each stop. */
async function walk(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
  });
  const stops: Stop[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const box = element.getBoundingClientRect();
      const marked = [element, element.parentElement].some(
        (one) => one !== null && getComputedStyle(one).outlineStyle !== 'none',
      );
      const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 40)];
      // What sticks is all that can lie over a page.
      let over = document.elementFromPoint(x, y);
      while (over !== null && !/sticky|fixed/.test(getComputedStyle(over).position)) {
        over = over.parentElement;
      }
      const covered = over !== null && !over.contains(element);
      const fault = [covered ? 'covered' : '', marked ? '' : 'not marked'].filter(Boolean);
      return { what: element.outerHTML.slice(0, 120), fault: fault.join(', ') };
    });
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

const size = (page: Page, width: number, height = 800) => page.setViewportSize({ width, height });

/** In place of what somebody has set in their browser. */
const setText = (page: Page, percent: number) =>
  page.evaluate((each) => {
    document.documentElement.style.fontSize = `${each}%`;
  }, percent);

// Each page is loaded once and looked at in every way: to load it takes longer than all of them.
for (const path of routes) {
  test(`${path} fits any screen and paper with text of any size, and stands still where it is asked to`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, path);
    for (const width of [320, 390, 768, 1280, 2560]) {
      await size(page, width);
      await expect.poll(() => overflow(page), `${width}`).toBe(0);
    }
    await size(page, 390);
    expect(await moving(page)).toEqual([]);

    // A desktop at 400 % has all in one column.
    await size(page, 320, 256);
    await expect.poll(() => overflow(page)).toBe(0);
    await expect(page.getByRole('banner')).toHaveCSS('position', 'static');

    await setText(page, 200);
    for (const width of [390, 1024, 1280]) {
      await size(page, width);
      await expect.poll(() => overflow(page), `200 % at ${width}`).toBe(0);
      await expect.poll(() => cut(page), `200 % at ${width}`).toEqual([]);
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(5);
    }

    await setText(page, 100);
    await expectPaper(page);
  });
}

test('text at 200 % on a phone lies over no other text, and words are not taken apart', async ({
  page,
}) => {
  await size(page, 390);
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  for (const path of ['/creator/north-college', '/user/ada', '/tx/tally-data-6', '/assets']) {
    await open(page, path);
    if (!path.startsWith('/tx')) await expect(page.getByRole('table')).toBeVisible();
    const { over, apart } = await page.getByRole('main').evaluate((main) => {
      const words: { text: string; boxes: DOMRect[] }[] = [];
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement } = node;
        if (!parentElement?.checkVisibility({ visibilityProperty: true })) continue;
        // What is only heard, and what ends in an ellipsis before it reaches another.
        const cut = (element: Element) => {
          const { clipPath, textOverflow } = getComputedStyle(element);
          return clipPath !== 'none' || textOverflow === 'ellipsis';
        };
        let holder: Element | null = parentElement;
        while (holder && !cut(holder)) holder = holder.parentElement;
        if (holder || parentElement.closest('svg, button, [role=status]')) continue;
        for (const match of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          words.push({ text: match[0], boxes: [...range.getClientRects()] });
        }
      }
      const lies = (one: DOMRect, other: DOMRect) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6;
      const over = words.flatMap((one, place) =>
        words
          .slice(place + 1)
          .filter(({ boxes }) => boxes.some((box) => one.boxes.some((own) => lies(own, box))))
          .map(({ text }) => `${one.text} / ${text}`),
      );
      const apart = words
        .filter(({ text, boxes }) => /^[a-z]+$/i.test(text) && boxes.length > 1)
        .map(({ text }) => text);
      return { over, apart };
    });
    expect(over, path).toEqual([]);
    expect(apart, path).toEqual([]);
  }
});

/**
 * Texts of which a part is not seen. An id that is shortened is none: it ends in an ellipsis, and
 * one click away it is whole.
 */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        if (box.width < 2 || style.visibility === 'hidden' || style.clipPath !== 'none') {
          return false;
        }
        const ownText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
        );
        if (!ownText) return false;
        // A table of data may scroll in its own frame.
        let frame: Element | null = element;
        while (frame !== null && !/auto|scroll/.test(getComputedStyle(frame).overflowX)) {
          frame = frame.parentElement;
        }
        const scrolls = frame !== null && frame !== document.documentElement;
        const outside =
          !scrolls && (box.left < -1 || box.right > document.documentElement.clientWidth + 1);
        const clipped =
          style.overflow !== 'visible' &&
          style.textOverflow !== 'ellipsis' &&
          element.scrollWidth > element.clientWidth + 1;
        const tooLow =
          style.overflow !== 'visible' && element.scrollHeight > element.clientHeight + 4;
        return outside || clipped || tooLow;
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  );
}

/** What moves by itself, though less motion is asked for. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const endless = style.animationIterationCount.includes('infinite');
        const slides =
          /all|translate|transform|inset|top|height/.test(style.transitionProperty) &&
          style.transitionDuration.split(', ').some((duration) => duration !== '0s');
        return (style.animationName !== 'none' && endless) || slides;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** On paper there are no bars but its address, the colours of paper and every id in full. */
async function expectPaper(page: Page): Promise<void> {
  await size(page, 718, 1000);
  // Not the address in the sheet of what is shared.
  const address = page.locator(`p:text-is("${page.url()}")`);
  await expect(address).toBeHidden();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(address).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const shortened = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('*')]
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      .filter((element) => element.checkVisibility())
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .map((element) => element.outerHTML.slice(0, 160)),
  );
  expect(shortened).toEqual([]);
}

test('where the system chooses all colours, what is current and chosen still shows', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/assets');
  const lineBelow = (name: string) =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).borderBottomWidth);
  expect(await lineBelow('Assets')).toBe('2px');
  expect(await lineBelow('API')).toBe('0px');
  const frames = await page
    .getByRole('group', { name: 'Theme' })
    .locator('label')
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).borderTopColor));
  expect(frames[0]).not.toBe(frames[1]);
  expect(frames[1]).toBe(frames[2]);
  await page.setViewportSize({ width: 390, height: 800 });
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
  await expect(current).toHaveCSS('text-decoration-line', 'underline');
});
