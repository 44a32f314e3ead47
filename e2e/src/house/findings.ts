import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe objects to on a page as it stands, in both themes, at phone and desktop width or the
 * widths given; afterwards the page has its size again.
 */
export async function findings(page: Page, widths: readonly number[] = [390, 1280]) {
  const found: string[] = [];
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // All in the page itself: it has no frames, and a second page for each look takes as long again.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      for (const { id, nodes } of violations) {
        found.push(`${colorScheme} ${width}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      }
    }
  }
  if (size) await page.setViewportSize(size);
  return found;
}
