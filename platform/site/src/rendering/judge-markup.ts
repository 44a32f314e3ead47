import { html as names } from 'parse5';
import { addText, type Element, readMarkup } from './read-markup.ts';

/**
 * The grammar in which React writes, and servers of other frameworks too. Each value is in double quotes, no value or
 * text has `<` or `>`, and the only comments are React's marks. All else came by `dangerouslySetInnerHTML`, which no
 * policy checks where a server draws the page. No element has more than 200 attributes, because a parser compares each
 * with all before it.
 */
const token =
  /<\/([a-z][\w:.-]*)>|<([a-z][\w:.-]*)(?: [^\s"'<>/=]+(?:="[^"<>]*")?){0,200}(\/?)>|<!--[^<>-]*-->|([^<>]+)/iy;
/** What never has content, so that its tag means the same with a slash and without: React writes one, others do not. */
const empty = new Set('area br col hr img input source track wbr'.split(' '));
const { NS } = names;
const noscriptEnd = /<\/noscript[\s/>]|$/gi;
/** What runs, loads, or sends browsers elsewhere. */
const never = new Set('base embed iframe link meta object script style template'.split(' '));
/** The ids of the page around the content. */
const own = new Set([
  'starting',
  'root',
  'as-it-came',
  'still-loading',
  'not-loaded',
  'site-configuration',
  'release',
  'builds',
  'answers',
]);

/**
 * Null if the HTML that a build rendered is content, and stays within the element that it is put into. A browser then
 * parses it as it is nested, so it ends no element around it and swallows nothing that follows. Otherwise what is
 * wrong, for the build's team.
 */
export function judgeMarkup(html: string): string | null {
  const hasNoscript = /<noscript/i.test(html);
  return judge(html, true) ?? (hasNoscript ? judge(html, false) : null);
}

/** `scripting`: as a browser that runs scripts parses it, for which the content of `<noscript>` is text. */
function judge(html: string, scripting: boolean): string | null {
  const before = ['<html>', '<head>', '</head>', '<body>', '<div>'];
  const written = [...before];
  const starts = before.map(() => 0);
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const found = token.exec(html);
    if (found === null) return `it has what React does not write: ${excerpt(html, at)}`;
    addWritten(written, found);
    while (starts.length < written.length) starts.push(at);
    if (scripting && found[2]?.toLowerCase() === 'noscript') {
      noscriptEnd.lastIndex = token.lastIndex;
      token.lastIndex = noscriptEnd.exec(html)?.index ?? html.length;
    }
  }
  written.push('</div>', '<p>', '</p>', '</body>', '</html>');
  try {
    const { elements, parts } = readMarkup(`<div>${html}</div><p></p>`, scripting);
    for (const element of elements) {
      const problem = problemOf(element);
      if (problem !== null) return `it has ${problem}`;
    }
    const index = written.findIndex((part, index) => part !== parts[index]);
    if (index < 0) return null;
    const at = starts[index];
    const place = at === undefined ? 'ends' : `has ${excerpt(html, at)}`;
    return `it ${place} where a browser reads ${parts[index]}`;
  } catch (error) {
    if (error instanceof RangeError) return 'its elements stand too deep in each other';
    throw error;
  }
}

function addWritten(parts: string[], [, end, begin, closed, text]: RegExpExecArray): void {
  if (end !== undefined) parts.push(`</${end.toLowerCase()}>`);
  if (begin !== undefined) {
    const name = begin.toLowerCase();
    parts.push(`<${name}${empty.has(name) ? '/' : closed}>`);
  }
  if (text !== undefined) addText(parts, text);
}

function problemOf({ tagName, attrs, namespaceURI, parentNode: parent }: Element): string | null {
  if (never.has(tagName) && !isPicture(tagName, attrs)) return `<${tagName}>, which is no content`;
  const isInFormula = parent !== null && 'attrs' in parent && parent.namespaceURI === NS.MATHML;
  if (isInFormula && namespaceURI !== NS.MATHML) return `<${tagName}> in a formula`;
  for (const { name, value } of attrs) {
    if (/^(?:on|srcdoc$)/.test(name)) return `the attribute ${name}`;
    if (name === 'id' && own.has(value)) return `the id ${value}, which is the page's own`;
  }
  return null;
}

/** React preloads the pictures of the content. */
function isPicture(tagName: string, attrs: Element['attrs']): boolean {
  const { rel, as, href, ...others } = Object.fromEntries(
    attrs.map(({ name, value }) => [name, value]),
  );
  return (
    `${tagName} ${rel} ${as}` === 'link preload image' &&
    href?.startsWith('/artifacts/') === true &&
    Object.keys(others).length === 0
  );
}

const excerpt = (html: string, at: number) => JSON.stringify(html.slice(at, at + 60));
