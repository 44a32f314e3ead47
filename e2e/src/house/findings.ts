import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe objects to on a page as it stands, in both themes, at phone and desktop width or the
 * widths given; afterwards the page has its size again.
 */
export async function findings(page: Page, widths: readonly number[] = [390, 1280]) {
  const found: string[] = [];
  const size = page.viewportSize();
  let axeSource: string | undefined;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // All in the page itself: it has no frames, and a second page for each look takes as long again.
      const builder = new AxeBuilder({ page, ...(axeSource !== undefined && { axeSource }) });
      // Else axe describes each element that keeps a rule, too, which takes longer than to look.
      builder.options({ resultTypes: ['violations'] });
      const { violations } = await builder.setLegacyMode().analyze();
      // The page has it now.
      axeSource = 'void 0';
      for (const { id, nodes } of violations) {
        found.push(`${colorScheme} ${width}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      }
    }
  }
  if (size) await page.setViewportSize(size);
  return found;
}
