/**
 * Where an element may begin so that a browser's parser ends none that is open: each of these rules stands for one of
 * HTML's own (https://html.spec.whatwg.org/multipage/parsing.html), some of them stricter than that.
 */

/** An element that is open, as far as that decides what may stand in it. */
export interface Open {
  /** In lower case. */
  readonly name: string;
  readonly kind: 'html' | 'svg' | 'math';
  /** Of what stands in it: HTML stands in some elements of SVG. */
  readonly within: 'html' | 'svg' | 'math';
  /** There is a `<p>` around that would end where a block begins. */
  readonly inParagraph: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What loads, sends browsers elsewhere, or has the parser read what follows as something else than content. */
const never =
  words(`applet base basefont bgsound body embed frame frameset head html iframe image keygen link listing
  marquee menuitem meta noembed noframes object param plaintext script style template xmp`);
/** Also in SVG, where they mean the same. */
const neverInForeign = words('script style link meta base iframe object embed template');
/** Elements that have no end tag. */
export const isVoid = (name: string): boolean => voids.has(name);
const voids = words('area br col hr img input source track wbr');
/** What ends a `<p>`. */
const blocks =
  words(`address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul dd dt`);
/** What ends an open one of its kind, however deep it stands in that. */
const alone = new Map([
  ...['a', 'button', 'form', 'nobr', 'noscript'].map((name) => [name, words(name)] as const),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(
    (name) => [name, words('h1 h2 h3 h4 h5 h6')] as const,
  ),
]);
/** What ends an open one, but for one around the list or cell that it stands in. */
const items = new Map([
  ['li', words('li')],
  ['dd', words('dd dt')],
  ['dt', words('dd dt')],
]);
const itemsEnd = words('ul ol menu dl table td th caption');
/** What alone may stand in these. */
const children = new Map([
  ['table', words('caption colgroup thead tbody tfoot')],
  ['colgroup', words('col')],
  ['thead', words('tr')],
  ['tbody', words('tr')],
  ['tfoot', words('tr')],
  ['tr', words('td th')],
  ['select', words('option optgroup hr')],
  ['optgroup', words('option')],
  ...['option', 'textarea', 'title'].map((name) => [name, new Set<string>()] as const),
]);
/** Where alone these may stand. */
const parents = new Map([
  ...['caption', 'colgroup', 'thead', 'tbody', 'tfoot'].map(
    (name) => [name, words('table')] as const,
  ),
  ['col', words('colgroup')],
  ['tr', words('thead tbody tfoot')],
  ['td', words('tr')],
  ['th', words('tr')],
  ['optgroup', words('select')],
  ['rb', words('ruby')],
  ['rtc', words('ruby')],
  ['rt', words('ruby rtc')],
  ['rp', words('ruby rtc')],
]);
/** Where text would be moved out of. */
const textless = words('table colgroup thead tbody tfoot tr');
/** A `<p>` around these is none for what stands in them. */
const hidesParagraph = words('button caption td th');
/** Elements of HTML that end the SVG or MathML in which they begin. */
const breakouts =
  words(`b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img
  li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var`);
/** HTML stands in these. */
const htmlInSvg = words('foreignobject desc title');
/** So it would here: nothing is to. */
const textInMath = words('mi mo mn ms mtext');
const neverInMath = words('annotation-xml mglyph malignmark');

/** Null: it may begin here; else why not. */
export function whyNotHere(name: string, open: readonly Open[]): string | null {
  const parent = open.at(-1);
  const isForeign = parent !== undefined && parent.within !== 'html';
  if ((isForeign ? neverInForeign : never).has(name)) return `<${name}>, which is no content`;
  if (isForeign ? endsForeign(name, parent) : endsSome(name, open)) {
    return parent === undefined
      ? `<${name}> outside of what it belongs in`
      : `<${name}> in <${parent.name}> in a way that ends what is open`;
  }
  return null;
}

/** The element, once it has begun in these. */
export function opened(name: string, open: readonly Open[]): Open {
  const parent = open.at(-1);
  const around = parent?.within ?? 'html';
  const kind = around === 'html' && (name === 'svg' || name === 'math') ? name : around;
  const isHtml = kind === 'html' || (kind === 'svg' && htmlInSvg.has(name));
  const hides = kind === 'html' ? hidesParagraph.has(name) : isHtml;
  return {
    name,
    kind,
    within: isHtml ? 'html' : kind,
    inParagraph: (kind === 'html' && name === 'p') || (parent?.inParagraph === true && !hides),
  };
}

/** Whether text may stand directly in an element. */
export const mayHaveText = ({ name, kind }: Open): boolean =>
  kind !== 'html' || !textless.has(name);

function endsForeign(name: string, { name: parent, within }: Open): boolean {
  if (breakouts.has(name)) return true;
  return within === 'math' && (neverInMath.has(name) || textInMath.has(parent));
}

function endsSome(name: string, open: readonly Open[]): boolean {
  const parent = open.at(-1);
  // In SVG the same names mean something else.
  const parentName = parent?.kind === 'html' ? parent.name : '';
  if (children.get(parentName)?.has(name) === false) return true;
  if (parents.get(name)?.has(parentName) === false) return true;
  if (parent?.inParagraph === true && blocks.has(name)) return true;
  const same = alone.get(name);
  if (same !== undefined && open.some((one) => one.kind === 'html' && same.has(one.name)))
    return true;
  const item = items.get(name);
  if (item === undefined) return false;
  const around = open.findLast(({ name: one, kind, within }) =>
    kind === 'html' ? item.has(one) || itemsEnd.has(one) : within === 'html',
  );
  return around?.kind === 'html' && item.has(around.name);
}
