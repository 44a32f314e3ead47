import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const pairs = [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\);/g)];
const themes = {
  light: new Map(pairs.map(([, name, light]) => [name, light])),
  dark: new Map(pairs.map(([, name, , dark]) => [name, dark])),
};

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replaceAll(/[0-9a-f]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: keyof typeof themes, front: string, back: string): number {
  const [low = 0, high = 0] = [front, back]
    .map((name) => luminance(themes[theme].get(name) ?? `no token ${name}`))
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(['paper', 'card', 'wash'])('can be read on %s', (back) => {
    for (const text of ['ink', 'soft', 'brand', 'success', 'danger']) {
      expect(contrast(theme, text, back), `${text} on ${back}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(['paper', 'card', 'wash'])('shows dots and edges on %s', (back) => {
    for (const mark of ['tint', 'warning', 'danger', 'success', 'next', 'edge', 'brand']) {
      expect(contrast(theme, mark, back), `${mark} on ${back}`).toBeGreaterThanOrEqual(3);
    }
  });

  it('can be read on buttons and highlighted entries', () => {
    expect(contrast(theme, 'brand-ink', 'brand')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme, 'brand', 'brand-wash')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme, 'ink', 'brand-wash')).toBeGreaterThanOrEqual(4.5);
  });
});
