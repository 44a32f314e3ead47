import { integrityOf } from '@tallystick/contract/file-hashes';

/** A begin tag and one attribute, in React's grammar, which rendered HTML has (`rendering/judge-markup.ts`). */
const tag = /<[a-z][^<>]*>/gi;
const attribute = /( [^\s"'<>/=]+)(="[^"<>]*")/g;

/**
 * A page's policy lets no style attribute count. To name each by its hash would make headers longer than proxies take.
 * So they travel under another name. This script stands after the content, and gives them to their elements before the
 * first paint: the policy does not concern what a script sets. React then finds what it has written.
 */
const text = `for (const element of document.querySelectorAll('[data-style-attribute]')) {
  element.style.cssText = element.dataset.styleAttribute;
  delete element.dataset.styleAttribute;
}`;

/** The script that gives style attributes back, and the hash by which a page's policy names it. */
export const giveStyles = {
  script: `<script>${text}</script>`,
  integrity: integrityOf(Buffer.from(text)),
};

/** Rendered HTML whose style attributes have the name that they travel under; the same HTML if it has none. */
export function renameStyles(html: string): string {
  if (!html.includes(' style="')) return html;
  return html.replaceAll(tag, (begin) =>
    begin.replaceAll(attribute, (whole, name: string, value: string) =>
      name.toLowerCase() === ' style' ? ` data-style-attribute${value}` : whole,
    ),
  );
}
