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
  scopeRules(sheet, app);
  return sheet.toString();
}

/**
 * The outermost elements of a remote. The frame marks what an app shows by `data-part`, and what is the site's beside
 * that by `data-site`. What else is put into `body`, such as a dialog, is of every remote that is shown.
 */
const rootsOf = (app: string) =>
  `:where([data-part=${app}],body>:not(#root,[data-part],[data-site]))`;

const other = '& [data-part]:not(&)';
/**
 * All that is in those, but for what another remote shows there. What the remote itself shows in that is its own again.
 * `:where()` adds nothing to the specificity of the remote's selectors.
 */
const reach = `:where(:is(&,& *):not(${other},${other} *),${other} &,${other} & *)`;

/** Nests the rules in a sheet or group in rules for the remote, in their order. */
function scopeRules(container: Container<ChildNode>, app: string): void {
  const nodes = [...(container.nodes ?? [])];
  container.removeAll();
  /** Rules in which the last one is nested, outermost first. */
  let open: Rule[] = [];
  for (const node of nodes) {
    if (node.type === 'rule') {
      for (const [parents, part] of partsOf(node, app)) {
        open = nest(container, open, parents);
        (open.at(-1) ?? container).append(part);
      }
      continue;
    }
    // Neither `@keyframes` nor `@font-face` may be nested in a rule: they stand between two.
    if (node.type !== 'comment') open = [];
    (open.at(-1) ?? container).append(node);
    if (node.type === 'atrule' && node.nodes && groups.test(node.name)) scopeRules(node, app);
  }
}

/** A rule by the elements that it is for, each part with the selectors of the rules that it nests in. */
function partsOf(rule: Rule, app: string): (readonly [string[], Rule])[] {
  const scoped = scopeSelectors(rule.selector, app, isTheme(rule));
  if (scoped.own !== null) return [[[], rule.clone({ selector: scoped.own.join() })]];
  const roots = rootsOf(app);
  const parts: [string[], string[]][] = [
    [[], scoped.page],
    [[roots], scoped.roots],
    [[roots, reach], scoped.reach],
  ];
  return parts
    .filter(([, selectors]) => selectors.length > 0)
    .map(([parents, selectors]) => [parents, rule.clone({ selector: selectors.join() })]);
}

/** Opens rules with these selectors at the end of a container, in those that are open already. */
function nest(container: Container<ChildNode>, open: Rule[], parents: string[]): Rule[] {
  const missing = parents.findIndex((selector, at) => open[at]?.selector !== selector);
  const path = open.slice(0, missing === -1 ? parents.length : missing);
  for (const selector of parents.slice(path.length)) {
    const rule = new Rule({ selector, nodes: [] });
    (path.at(-1) ?? container).append(rule);
    path.push(rule);
  }
  return path;
}

function isTheme({ nodes }: Rule): boolean {
  return (
    nodes.length > 0 &&
    nodes.every((node) => node.type === 'decl' && /^(?:--|color-scheme$)/.test(node.prop))
  );
}
