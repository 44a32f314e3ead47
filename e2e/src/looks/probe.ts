import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import * as v from 'valibot';

const file = join(import.meta.dirname, 'probe.json');
const probeSchema = v.object({ madeWith: v.string(), pixels: v.string() });

/** What pictures of components depend on beside the components: fonts, their drawing, the browser. */
const sample = `<!doctype html><style>
  body { margin: 0; width: 600px; color: #1c1b1a; background: #fbfaf7;
    font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  code { font: 500 13px/1.35 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; }
  p { margin: 4px; padding: 3px 8px; border: 1px solid #8a857d; border-radius: 10px; }
</style>
<p>Sphinx of black quartz, judge my vow. 0123456789 •·…→“”</p>
<p><b>Sphinx of black quartz,</b> <small>judge my vow.</small></p>
<p style="font: 600 35px/1.15 inherit; font-size: 35px; letter-spacing: -.02em"><strong>Every transfer</strong></p>
<p><code>b84020c6ad840e507b6418ebc130ff140ba9be6c 2016-01-25 UTC</code></p>
<svg width="60" height="30" fill="none" stroke="#0f5c4d" stroke-width="1.6"><circle cx="15" cy="15" r="9"/><path d="M30 5l12 20 9-17"/></svg>`;

/**
 * Null if this machine draws, pixel by pixel, as the one did where the pictures were made. If it
 * does not, a line says why they are not compared.
 */
export async function whyNotComparable(browser: Browser): Promise<string | null> {
  if (!existsSync(file)) return 'skipped: no pictures of components have been made yet';
  const { madeWith, pixels } = v.parse(probeSchema, JSON.parse(readFileSync(file, 'utf8')));
  if ((await draw(browser)) === pixels) return null;
  const here = machineOf(browser);
  return `skipped: fonts or drawing differ from where the pictures were made (${madeWith}; here ${here})`;
}

/** Writes down how this machine draws; the pictures have to be made anew with it. */
export async function keepProbe(browser: Browser): Promise<void> {
  const probe = { madeWith: machineOf(browser), pixels: await draw(browser) };
  writeFileSync(file, `${JSON.stringify(probe, null, 2)}\n`);
}

function machineOf(browser: Browser): string {
  return `Chromium ${browser.version()} on ${process.platform} ${process.arch}`;
}

async function draw(browser: Browser): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 600, height: 240 } });
  await page.setContent(sample);
  const picture = await page.screenshot();
  await page.close();
  return createHash('sha256').update(picture).digest('hex');
}
