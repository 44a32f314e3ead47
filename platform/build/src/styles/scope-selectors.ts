import selectorParser, { type Node, type Selector } from 'postcss-selector-parser';

/** The selectors of a rule, by what its elements have to be; each nests in a rule for those. */
export interface ScopedSelectors {
  /** For elements that the remote shows. */
  reach: string[];
  /** For its outermost elements, in place of `html` and `body`. */
  roots: string[];
  /** For the page as a whole, as they were. */
  page: string[];
  /** All of them, if each names a class that nobody else has: these need no parent rule. Null: one names none. */
  own: string[] | null;
}

/** Pseudo-classes that are what their arguments are. */
const alternatives = new Set([':is', ':where', ':matches', ':-webkit-any', ':-moz-any']);

/**
 * What a selector may reach below an element with a class of the remote's own. What another remote shows there is left
 * out, and what the remote itself shows in that is not. Browsers look at the second alternative only where the first does not hold.
 * As a parent rule it would be shorter, and take twice as long: docs/decisions/0103-scoped-styles.md.
 */
function belowOwn(app: string): string {
  const others = `[data-part=${app}] [data-part]:not([data-part=${app}])`;
  return `:where(:not(${others},${others} *),${others} :is([data-part=${app}],[data-part=${app}] *))`;
}

/**
 * Adds `&` to each selector of a list, for a parent rule that says which elements it is about. A rule for `html` or
 * `body` becomes one for the remote's outermost elements; a condition on them stays one.
 *
 * @param app name of the remote, with which the kit begins the names of its classes
 * @param isTheme whether the rule declares nothing but a theme, which may be for a class or attribute of `html`
 * @throws Error if it is no list of selectors
 */
export function scopeSelectors(list: string, app: string, isTheme: boolean): ScopedSelectors {
  const isOwn = ({ type, value }: Node) => type === 'class' && value?.startsWith(`${app}-`);
  const scoped: ScopedSelectors = { reach: [], roots: [], page: [], own: [] };
  for (const selector of selectorParser().astSync(list).nodes) {
    const subject = subjectOf(selector);
    if (subject.some(isOwn)) scoped.own?.push(String(selector).trim());
    else if (selector.nodes.some(isOwn)) scoped.own?.push(withNesting(selector, belowOwn(app)));
    else scoped.own = null;
    if (subject.some(isOfTransition)) {
      scoped.page.push(String(selector).trim());
    } else if (subject.some(isRoot)) {
      scoped.roots.push(withNesting(selector, ' &'));
    } else {
      scoped.reach.push(withNesting(selector, '&'));
      if (subject.some(mayBeRoot)) scoped.roots.push(withNesting(selector, ' &'));
      else if (isTheme && subject.every(isClassOrAttribute)) {
        scoped.roots.push(withNesting(selector, ':where(html,body) &'));
      }
    }
  }
  return scoped;
}

/** What stands after the last combinator: what the rule applies to. */
function subjectOf({ nodes }: Selector): Node[] {
  return nodes.slice(nodes.findLastIndex(({ type }) => type === 'combinator') + 1);
}

/** Puts text behind the subject's element, before its pseudo-element. */
function withNesting(selector: Selector, nesting: string): string {
  const subject = subjectOf(selector);
  const own = subject.findIndex((node) => selectorParser.isPseudoElement(node));
  const at = own === -1 ? selector.nodes.length : selector.nodes.length - subject.length + own;
  const head = selector.nodes.slice(0, at).join('').trimStart();
  const tail = selector.nodes.slice(at).join('').trimEnd();
  return (tail === '' ? head.trimEnd() : head) + nesting + tail;
}

function isRoot(node: Node): boolean {
  if (node.type === 'tag') return /^(?:html|body)$/i.test(node.value);
  return node.type === 'pseudo' && node.value.toLowerCase() === ':root';
}

/** Whether an argument is `html` or `body`, as in `:is(html, .page)`. */
function mayBeRoot(node: Node): boolean {
  if (node.type !== 'pseudo' || !alternatives.has(node.value.toLowerCase())) return false;
  return node.nodes
    .map(subjectOf)
    .some((subject) => subject.some((n) => isRoot(n) || mayBeRoot(n)));
}

function isClassOrAttribute({ type }: Node): boolean {
  return type === 'class' || type === 'attribute';
}

/** A transition between views is of the whole page, and over before another page is shown. */
function isOfTransition(node: Node): boolean {
  return node.type === 'pseudo' && node.value.toLowerCase().startsWith('::view-transition');
}
