import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

export type Element = DefaultTreeAdapterTypes.Element;

/**
 * How deeply elements may be nested. Browsers place deeper ones beside each other, and a parser often looks at all
 * elements that are open.
 */
const maxDepth = 400;
/** What a parser drops or changes, or leaves where text may not be. */
const blank = /^[\0\ufffd\t\n\f\r ]*$/;

interface ReadPage {
  readonly elements: readonly Element[];
  /** Where each begins and ends, such as `<p>`, `<br/>`, `text` and `</p>`. */
  readonly parts: readonly string[];
}

/**
 * What a browser makes of a page with this in its body. `scripting`: it runs scripts, to which what is in `<noscript>` is text.
 *
 * @throws RangeError its elements stand too deep in each other
 */
export function readMarkup(body: string, scripting: boolean): ReadPage {
  let depth = 0;
  const opened = new Set<Element>();
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush(element: Element) {
      opened.add(element);
      depth += 1;
      if (depth > maxDepth) throw new RangeError('It is too deep.');
    },
    onItemPop() {
      depth -= 1;
    },
  };
  const elements: Element[] = [];
  const parts: string[] = [];
  const read = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (defaultTreeAdapter.isTextNode(node)) addText(parts, node.value);
    if (!defaultTreeAdapter.isElementNode(node)) return;
    const name = node.tagName.toLowerCase();
    elements.push(node);
    // Such as `<br/>`: it was never open, so nothing can stand in it.
    if (!opened.has(node)) return void parts.push(`<${name}/>`);
    parts.push(`<${name}>`);
    if (!scripting || name !== 'noscript') node.childNodes.forEach(read);
    parts.push(`</${name}>`);
  };
  const page = `<!doctype html><html><head></head><body>${body}</body></html>`;
  parse(page, { treeAdapter, scriptingEnabled: scripting }).childNodes.forEach(read);
  return { elements, parts };
}

/** A text, if it is not blank. Two beside each other are one. */
export function addText(parts: string[], text: string): void {
  if (!blank.test(text) && parts.at(-1) !== 'text') parts.push('text');
}
