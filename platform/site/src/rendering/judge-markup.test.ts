import fc from 'fast-check';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { judgeMarkup } from './judge-markup.ts';

describe('refuses', () => {
  it.each([
    ['what swallows the rest as text', '<plaintext>'],
    ['the same, closed', '<plaintext></plaintext>'],
    ['a field that does not end', '<p>rows</p><textarea>'],
    ['a title that does not end', '<title>'],
    ['a noscript that does not end', '<noscript>'],
    ['a choice that does not end', '<select><option>'],
    ['a comment that does not end', '<p>rows</p><!-- '],
    ['a comment that ends at once', '<!-->'],
    ['a comment of somebody’s own', '<!-- <b> -->'],
    ['a declaration', '<!doctype html>'],
    ['an instruction', '<?xml version="1.0"?>'],
    ['text that is marked as such', '<svg><![CDATA[x]]></svg>'],
    ['an element that does not end', '<div><p>rows</p>'],
    ['ends of what is around it', '</div></div>'],
    ['ends of what is around it, and a new one', '</div></div><div><div>'],
    ['ends in another order', '<b><i></b></i>'],
    ['a tag that does not end', '<p>rows</p><a href="'],
    ['a value in single quotes', "<a href='/x'>x</a>"],
    ['a value without quotes', '<a href=/x>x</a>'],
    ['markup in a value', '<noscript><a title="</noscript><p>">x</a></noscript>'],
    ['no end where one is needed', '<b>'],
    ['a field in a picture, where it is none', '<svg><input></svg>'],
    ['an end that is none', '<div/>'],
    ['what runs', '<script>x</script>'],
    ['what runs in a picture', '<svg><script>x</script></svg>'],
    ['a style', '<style>x</style>'],
    ['a page of another', '<iframe src="/x"></iframe>'],
    ['a page in itself', '<html><body></body></html>'],
    ['a template', '<template></template>'],
    ['another address', '<base href="https://evil.example/"/>'],
    ['a link that loads', '<link rel="stylesheet" href="/x.css"/>'],
    [
      'a picture ahead from elsewhere',
      '<link rel="preload" as="image" href="https://a.example/"/>',
    ],
    ['a handler', '<img src="/x" onerror="x()"/>'],
    ['a handler in capitals', '<p title="" ONCLICK="x()">x</p>'],
    ['what the page reads', '<p id="release">{}</p>'],
    ['the same, written in another way', '<p id="&#114;elease">{}</p>'],
    ['more attributes than anybody writes', `<p${' a'.repeat(300)}>x</p>`],
    ['more in each other than browsers nest', `${'<b>'.repeat(600)}${'</b>'.repeat(600)}`],
    ['an item in an item, which ends what is between', '<li><div><li></li></div></li>'],
    ['a term likewise', '<dl><dt><div><dd></dd></div></dt></dl>'],
    ['a button in a button', '<button><div><button></button></div></button>'],
    ['a link in a link', '<a href="/x"><div><a href="/y">y</a></div></a>'],
    ['a form in a form', '<form><div><form></form></div></form>'],
    ['a heading in a heading', '<h1><h2>x</h2></h1>'],
    ['a block in a paragraph', '<p><div></div></p>'],
    ['a table in a table', '<table><table></table></table>'],
    ['a block in a table', '<table><div></div></table>'],
    ['text in a table', '<table>rows</table>'],
    ['a row without a body', '<table><tr><td>x</td></tr></table>'],
    ['a row in a cell', '<table><tbody><tr><td><div><tr></tr></div></td></tr></tbody></table>'],
    ['a row outside of a table', '<div><tr></tr></div>'],
    ['what is no choice', '<select><div></div></select>'],
    ['markup in a field', '<textarea><b>x</b></textarea>'],
    ['markup in a choice', '<select><option><b>x</b></option></select>'],
    ['HTML in a picture', '<svg><g><div></div></g></svg>'],
    ['HTML in a formula', '<math><mi><div></div></mi></math>'],
    ['a noscript in a noscript', '<noscript><div><noscript></noscript></div></noscript>'],
    [
      'an item in an item, past an element that only looks like SVG’s',
      '<li><foreignObject><li></li></foreignObject></li>',
    ],
  ])('%s', (_, html) => {
    expect(judgeMarkup(html)).toMatch(/^it/);
    expect(judgeMarkup(`<main><h1>Transactions</h1>${html}</main>`)).toMatch(/^it/);
  });

  it('and says what, and where', () => {
    expect(judgeMarkup('<p>rows</p><iframe></iframe>')).toBe(
      'it has <iframe>, which is no content',
    );
    expect(judgeMarkup('<ul><li>a</ul>')).toBe('it has "</ul>" where a browser reads </li>');
    expect(judgeMarkup('<p>rows')).toBe('it ends where a browser reads </p>');
    expect(judgeMarkup('a < b')).toBe('it has what React does not write: "< b"');
  });
});

describe('takes', () => {
  const h = createElement;
  it.each<[string, ReactNode]>([
    ['nothing', null],
    ['signs that mean something', h('p', { title: '<"&\'>' }, '<b> & "c" \'d\' >')],
    ['texts beside each other', h('p', null, 'a', 'b', h('br'), 'c')],
    ['a field with a text in it', h('textarea', { defaultValue: '\n</textarea><b>' })],
    [
      'a choice',
      h(
        'select',
        { defaultValue: 'b', disabled: true },
        h('option', { value: 'a' }, 'A'),
        h('hr'),
        h('optgroup', { label: '<' }, h('option', { value: 'b' }, 'B & B')),
      ),
    ],
    ['suggestions', h('datalist', { id: 'x' }, h('option', { value: 'a' }))],
    ['a title', h('title', null, 'A </title>')],
    ['words without scripts', h('noscript', null, h('p', null, h('a', { href: '/x' }, 'x')))],
    [
      'a table',
      h(
        'table',
        null,
        h('caption', null, h('p', null, 'x')),
        h('colgroup', null, h('col', { span: 2 })),
        h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'x'))),
        h('tbody', null, h('tr', null, h('td', { colSpan: 2 }, h('ul', null, h('li', null, 'x'))))),
      ),
    ],
    [
      'lists in lists',
      h('ul', null, h('li', null, h('div', null, h('ol', null, h('li', null, h('p', null, 'x')))))),
    ],
    ['terms', h('dl', null, h('div', null, h('dt', null, 'a'), h('dd', null, 'b')), h('dt', null))],
    [
      'a picture',
      h(
        'svg',
        { viewBox: '0 0 1 1', xmlnsXlink: 'http://www.w3.org/1999/xlink' },
        h('title', null, 'A & B'),
        h('defs', null, h('linearGradient', { id: 'a' })),
        h('a', { xlinkHref: '/x' }, h('image', { href: '/x.png' }), h('text', null, 'x')),
        h('foreignObject', null, h('div', null, h('p', null, h('br')))),
      ),
    ],
    ['a formula', h('math', null, h('mrow', null, h('mi', null, 'x'), h('mo', null, '<')))],
    ['signs over others', h('ruby', null, 'x', h('rp', null, '('), h('rt', null, 'y'))],
    ['an element of one’s own', h('x-note', { class: 'a' }, h('p', null, 'x'))],
    ['styles, and data', h('p', { style: { '--x': '"<"' }, 'data-x': 'on', 'aria-hidden': true })],
    ['a picture ahead', h('img', { src: '/artifacts/mfe-note/1/x.svg', alt: '' })],
    ['blocks in a button in a paragraph', h('p', null, h('button', null, h('div', null, 'x')))],
  ])('%s', (_, node) => {
    expect(judgeMarkup(renderToString(node))).toBeNull();
  });

  it('what servers of other frameworks write', () => {
    const html = '<!--[--><label data-v-5d>Name <input value="" data-v-5d></label><hr><!--]-->';
    expect(judgeMarkup(html)).toBeNull();
  });

  const text = fc.string({ unit: 'binary', maxLength: 8 });
  const attributes = fc.record(
    {
      title: text,
      href: fc.webPath().map((path) => `/x${path}`),
      'data-x': text,
      className: text,
      hidden: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const { block } = fc.letrec<{ block: ReactNode; phrase: ReactNode }>((tie) => {
    const made = (names: readonly string[], inside: fc.Arbitrary<ReactNode>) =>
      fc
        .tuple(fc.constantFrom(...names), attributes, fc.array(inside, { maxLength: 4 }))
        .map(([name, given, children]) => h(name, given, ...children));
    const listed = (name: string, item: string) =>
      fc
        .array(tie('block'), { maxLength: 3 })
        .map((items) => h(name, null, ...items.map((one) => h(item, null, one))));
    const table = fc
      .array(fc.array(tie('block'), { maxLength: 3 }), { maxLength: 3 })
      .map((rows) =>
        h(
          'table',
          null,
          h(
            'tbody',
            null,
            ...rows.map((cells) => h('tr', null, ...cells.map((cell) => h('td', null, cell)))),
          ),
        ),
      );
    return {
      phrase: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constantFrom(h('br'), h('wbr'), h('input', { defaultValue: '<' })),
        text.map((defaultValue) => h('textarea', { defaultValue })),
        made(['span', 'b', 'em', 'code', 'strong', 'i', 'small', 'label', 'x-y'], tie('phrase')),
      ),
      block: fc.oneof(
        { maxDepth: 5 },
        text,
        made(['p'], tie('phrase')),
        made(['div', 'section', 'main', 'article', 'b', 'span', 'noscript-x'], tie('block')),
        listed('ul', 'li'),
        listed('ol', 'li'),
        listed('dl', 'dd'),
        table,
        made(['svg'], made(['g', 'path', 'foreignObject'], fc.constant(null))),
      ),
    };
  });

  it('whatever React writes of elements that may stand in each other', () => {
    fc.assert(
      fc.property(block, (node) => {
        expect(judgeMarkup(renderToString(node))).toBeNull();
      }),
      { numRuns: 200 },
    );
  });
});
