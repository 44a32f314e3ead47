import { expect, it } from 'vitest';
import { scopeStyles } from './scope-styles.ts';

const roots = ':where([data-part=mfe-note],body>:not(#root,[data-part],[data-site]))';
const other = '& [data-part]:not(&)';
const reach = `:where(:is(&,& *):not(${other},${other} *),${other} &,${other} & *)`;

/** The sheet of the app `mfe-note`, with short words for the parents of its rules. */
function scoped(css: string): string {
  return scopeStyles(css, 'mfe-note').replaceAll(reach, 'REACH').replaceAll(roots, 'ROOTS');
}

it.each([
  ['a type', 'h1{color:red}', 'ROOTS{REACH{h1&{color:red}}}'],
  ['everything', '*{margin:0}', 'ROOTS{REACH{*&{margin:0}}}'],
  [
    'a list with pseudo-elements',
    '*,::before,a:hover::after{margin:0}',
    'ROOTS{REACH{*&,&::before,a:hover&::after{margin:0}}}',
  ],
  ['a pseudo-element with one colon', 'p:before{color:red}', 'ROOTS{REACH{p&:before{color:red}}}'],
  [
    'a pseudo-element of what is inside',
    '.a > ::before{color:red}',
    'ROOTS{REACH{.a > &::before{color:red}}}',
  ],
  ['combinators', 'h1 , .a>b+i{margin:0}', 'ROOTS{REACH{h1&,.a>b+i&{margin:0}}}'],
  [
    'a condition on the page',
    ':root[data-theme=dark] .a{margin:0}',
    'ROOTS{REACH{:root[data-theme=dark] .a&{margin:0}}}',
  ],
  ['rules in their order', 'a{top:0}b{top:1px}', 'ROOTS{REACH{a&{top:0}b&{top:1px}}}'],
  ['nested rules', '.a{top:0;&:hover{top:1px}}', 'ROOTS{REACH{.a&{top:0;&:hover{top:1px}}}}'],
  ['groups', '@layer x{@media print{a{top:0}}}', '@layer x{@media print{ROOTS{REACH{a&{top:0}}}}}'],
  [
    'what may not be nested',
    'a{top:0}@keyframes a{0%{top:0}to{top:1px}}b{top:0}',
    'ROOTS{REACH{a&{top:0}}}@keyframes a{0%{top:0}to{top:1px}}ROOTS{REACH{b&{top:0}}}',
  ],
  [
    'declarations of at-rules',
    '@font-face{font-family:a}@property --a{syntax:"*";inherits:true}',
    '@font-face{font-family:a}@property --a{syntax:"*";inherits:true}',
  ],
  [
    'what has to come first',
    '@charset "utf-8";@import "a.css";@layer a,b;a{top:0}',
    '@charset "utf-8";@import "a.css";@layer a,b;ROOTS{REACH{a&{top:0}}}',
  ],
])('reaches only what the app shows by %s', (_, css, expected) => {
  expect(scoped(css)).toBe(expected);
});

it.each([
  [':root', ':root{--a:1}', 'ROOTS{:root &{--a:1}}'],
  ['html and body', 'html,BODY::before{top:0}', 'ROOTS{html &,BODY &::before{top:0}}'],
  [
    'a theme of the page',
    ':root[data-theme=dark],html.dark{top:0}',
    'ROOTS{:root[data-theme=dark] &,html.dark &{top:0}}',
  ],
  ['one of several', ':root,:host{top:0}', 'ROOTS{:root &{top:0}REACH{:host&{top:0}}}'],
  [
    'an alternative',
    ':is(body,.a){top:0}',
    'ROOTS{:is(body,.a) &{top:0}REACH{:is(body,.a)&{top:0}}}',
  ],
  [
    'a class with a theme alone',
    '.dark{--a:1;color-scheme:dark}',
    'ROOTS{.dark:where(html,body) &{--a:1;color-scheme:dark}REACH{.dark&{--a:1;color-scheme:dark}}}',
  ],
  ['a negation, which is no root', '.a:not(html){top:0}', 'ROOTS{REACH{.a:not(html)&{top:0}}}'],
])(
  'is about the outermost elements of the app where it is about the page: %s',
  (_, css, expected) => {
    expect(scoped(css)).toBe(expected);
  },
);

it('leaves classes that begin with the name of the app, which nobody else has, as they are', () => {
  expect(scoped('.mfe-note-a:hover::after{top:0}')).toBe('.mfe-note-a:hover::after{top:0}');
  expect(scoped('.mfe-note-a,a{top:0}.mfe-note-b{top:0}')).toBe(
    'ROOTS{REACH{.mfe-note-a&,a&{top:0}}}.mfe-note-b{top:0}',
  );
});

it('keeps what is below a class of the app from what another remote shows there', () => {
  const others = '[data-part=mfe-note] [data-part]:not([data-part=mfe-note])';
  const below = `:where(:not(${others},${others} *),${others} :is([data-part=mfe-note],[data-part=mfe-note] *))`;
  expect(scoped('.mfe-note-a{top:0}.mfe-note-a a::after{top:0}')).toBe(
    `.mfe-note-a{top:0}.mfe-note-a a${below}::after{top:0}`,
  );
});

it('leaves transitions of the whole page as they are', () => {
  const css = 'a{top:0}::view-transition-old(root){top:0}b{top:0}';
  expect(scoped(css)).toBe(
    'ROOTS{REACH{a&{top:0}}}::view-transition-old(root){top:0}ROOTS{REACH{b&{top:0}}}',
  );
});

it('names the line of what is no style sheet', () => {
  expect(() => scoped('a{top:0}\nb{top:0')).toThrow(/:2:1: Unclosed block/);
});
