import type { Sheet } from './facts.ts';

/**
 * The style sheets in the page of the build of an app whose artifact is at `base`, a path. A rule that names the remote,
 * or a class that begins with its name, reaches what the remote shows. Any other may reach all of the page.
 */
export function sheetsOf(app: string, base: string): Sheet[] {
  return [...document.styleSheets].flatMap((sheet) => {
    const path = pathOf(sheet);
    if (!path.startsWith(base)) return [];
    const selectors = selectorsIn(sheet);
    const names = new RegExp(`\\[data-part="?${app}"?\\]|\\.${app}(?![a-z0-9])`);
    return [
      {
        file: path.slice(base.length),
        counts: !sheet.disabled,
        rules: selectors.length,
        beyond: selectors.filter((selector) => !names.test(selector)),
      },
    ];
  });
}

/** The path of a sheet, also of one that the site server has put into the page. */
function pathOf({ href, ownerNode }: CSSStyleSheet): string {
  if (href !== null) return new URL(href).pathname;
  return ownerNode instanceof HTMLStyleElement ? (ownerNode.dataset.href ?? '') : '';
}

/** The selectors of the outermost style rules, those in groups such as `@media` among them. */
function selectorsIn(rules: CSSStyleSheet | CSSGroupingRule): string[] {
  return [...rules.cssRules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule) return [rule.selectorText];
    return rule instanceof CSSGroupingRule ? selectorsIn(rule) : [];
  });
}
