import { isVoid, mayHaveText, type Open, opened, whyNotHere } from './markup-nesting.ts';

/**
 * The grammar in which React writes: each value in double quotes, no `<` or `>` in a value or a text, no comment but
 * React's marks. What else there is came by `dangerouslySetInnerHTML`, which no policy looks at where a page is drawn
 * by a server.
 */
const token =
  /<(\/?)([a-z][\w:.-]*)((?: [^\s"'<>/=]+(?:="[^"<>]*")?)*)(\/?)>|<!--[^<>-]*-->|([^<>]+)/iy;
/** React says ahead which pictures are in the content. */
const picture = /^ rel="preload" as="image" href="\/artifacts\/[^"]*"$/;
const attribute = / ([^\s"'<>/=]+)(?:="([^"]*)")?/g;
/** Whether it is worth to look at each attribute. */
const suspicious = / (?:on|id=|srcdoc)/i;
/** What the page around the content has by `id`. */
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
 * Whether the HTML that a build rendered is content, and nothing but the element that it is put into has it: a browser
 * reads it as it is nested, so that it ends nothing around it, and swallows nothing that follows. Null if so, else
 * what is wrong, for whoever makes the build. Takes one look at each character.
 */
export function judgeMarkup(html: string): string | null {
  const open: Open[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const found = token.exec(html);
    if (found === null) return `it has what React does not write: ${excerpt(html, at)}`;
    const problem = judgeToken(found, open);
    if (problem !== null) return `it has ${problem}: ${excerpt(html, at)}`;
  }
  const left = open.at(-1);
  return left === undefined ? null : `its <${left.name}> does not end`;
}

function judgeToken(
  [, end = '', written, attributes = '', closed = '', text]: RegExpExecArray,
  open: Open[],
): string | null {
  const parent = open.at(-1);
  if (written === undefined) {
    const isMoved = text !== undefined && parent !== undefined && !mayHaveText(parent);
    return isMoved && text.trim() !== '' ? `text directly in <${parent.name}>` : null;
  }
  const name = written.toLowerCase();
  if (end !== '') {
    if (attributes !== '' || closed !== '') return `an end tag with more than a name`;
    return open.pop()?.name === name ? null : `</${name}> where something else is open`;
  }
  if (name === 'link' && closed !== '' && picture.test(attributes)) return null;
  const problem = whyNotHere(name, open) ?? judgeAttributes(attributes);
  if (problem !== null) return problem;
  const isHtml = parent === undefined || parent.within === 'html';
  if (isHtml && isVoid(name) !== (closed !== '')) return `<${name}> not as React ends it`;
  if (closed === '') open.push(opened(name, open));
  return null;
}

function judgeAttributes(attributes: string): string | null {
  if (!suspicious.test(attributes)) return null;
  for (const [, name = '', value = ''] of attributes.matchAll(attribute)) {
    if (/^(?:on|srcdoc$)/i.test(name)) return `the attribute ${name}`;
    if (/^id$/i.test(name) && own.has(value)) return `the id ${value}, which is the page's own`;
  }
  return null;
}

const excerpt = (html: string, at: number) => JSON.stringify(html.slice(at, at + 60));
