import { type ChildNode, type Container, parse, Rule } from 'postcss';
import { scopeSelectors } from './scope-selectors.ts';

/** At-rules with style rules in them. A remote's own `@scope` says itself whom it is for. */
const groups = /^(?:media|supports|layer|container|starting-style|-moz-document)$/i;

/**
 * Rewrites the style sheet of a remote: its rules then reach only the zones and widgets of that remote, and what it puts
 * into `body`. How and why: docs/decisions/0103-scoped-styles.md.
 *
 * @param app name of the remote
 * @throws CssSyntaxError with the line if it is no style sheet
 */
export function scopeStyles(css: string, app: string): string {
  const sheet = parse(css);
  scopeRules(sheet, scopeOf(app));
  return sheet.toString();
}

/** The remote, and selectors of the rules in which its own are nested. */
interface Scope {
  app: string;
  reach: string;
  roots: string;
}

/**
 * The frame marks what an app shows by `data-part`, and what is the site's beside it by `data-site`. What else is put
 * into `body`, such as a dialog, is in reach of every remote that is shown at that moment. `:where()` adds nothing to
 * the specificity of the remote's own selectors.
 */
function scopeOf(app: string): Scope {
  const own = `[data-part=${app}]`;
  const other = `[data-part]:not(${own})`;
  const beside = 'body>:not(#root,[data-part],[data-site])';
  const reach = [
    `:is(${own},${own} *):not(${own} ${other},${own} ${other} *)`,
    // A widget of the app in a widget of another one in a page of the app.
    `${own} ${other} ${own}`,
    `${own} ${other} ${own} *`,
    `:is(${beside},${beside} *):not([data-part],[data-part] *)`,
  ];
  return { app, reach: `:where(${reach})`, roots: `:where(${own},${beside})` };
}

/** Nests the rules in a sheet or group in rules for the remote, in their order. */
function scopeRules(container: Container<ChildNode>, scope: Scope): void {
  const nodes = [...(container.nodes ?? [])];
  container.removeAll();
  let open: Rule | null = null;
  for (const node of nodes) {
    if (node.type !== 'rule') {
      // Neither `@keyframes` nor `@font-face` may be nested in a rule: they stand between two.
      if (node.type !== 'comment') open = null;
      container.append(node);
      if (node.type === 'atrule' && node.nodes && groups.test(node.name)) scopeRules(node, scope);
      continue;
    }
    const scoped = scopeSelectors(node.selector, scope.app, isTheme(node));
    if (scoped.isOwn && open?.selector !== scope.reach) {
      container.append(node);
      open = null;
      continue;
    }
    for (const [parent, selectors] of [
      [null, scoped.page],
      [scope.roots, scoped.roots],
      [scope.reach, scoped.reach],
    ] as const) {
      if (selectors.length === 0) continue;
      const rule = node.clone({ selector: selectors.join() });
      if (parent === null) open = null;
      else if (open?.selector !== parent) {
        open = new Rule({ selector: parent, nodes: [] });
        container.append(open);
      }
      (open ?? container).append(rule);
    }
  }
}

function isTheme({ nodes }: Rule): boolean {
  return (
    nodes.length > 0 &&
    nodes.every((node) => node.type === 'decl' && /^(?:--|color-scheme$)/.test(node.prop))
  );
}
