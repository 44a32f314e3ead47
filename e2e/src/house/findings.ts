import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
}

/**
 * What axe looks at: each theme at one width, since colours are the theme's alone and all else the width's.
 * `AXE_LOOKS=all` is five widths, all in both themes.
 */
export const looks: readonly Look[] =
  process.env.AXE_LOOKS === 'all'
    ? [320, 390, 768, 1280, 1920].flatMap((width) => [
        { width, colorScheme: 'light' },
        { width, colorScheme: 'dark' },
      ])
    : [
        { width: 390, colorScheme: 'light' },
        { width: 1280, colorScheme: 'dark' },
      ];

/** What axe objects to on a page as it stands, in each of these looks; afterwards the page has its size again. */
export async function findings(page: Page) {
  const found: string[] = [];
  const size = page.viewportSize();
  let axeSource: string | undefined;
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // All in the page itself: it has no frames, and a second page for each look takes as long again.
    const builder = new AxeBuilder({ page, ...(axeSource !== undefined && { axeSource }) });
    // Without this, axe describes each element that keeps a rule, too, which takes longer than to look.
    builder.options({ resultTypes: ['violations'] });
    const { violations } = await builder.setLegacyMode().analyze();
    // The page has it now.
    axeSource = 'void 0';
    for (const { id, nodes } of violations) {
      found.push(`${colorScheme} ${width}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }
  }
  if (size) await page.setViewportSize(size);
  return found;
}
