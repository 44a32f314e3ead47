import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isCode, readSources, type SourceFile } from '../layering/source-files.ts';
import { inProject, root } from '../project.ts';
import { brokenLinks } from './links.ts';
import { fragments, longSentences } from './sentences.ts';
import { unwantedWords } from './unwanted-words.ts';

const sources = readSources(root).filter(({ path }) => !path.startsWith('tools/src/words/'));
const isText = (file: SourceFile) => isCode(file) || file.path.endsWith('.md');

it('has no sentence in a comment that is longer than 25 words', () => {
  const found = sources
    .filter(isCode)
    .flatMap(({ path, text }) =>
      longSentences(text).map(({ line, words, text }) => `${path}:${line}: ${words}: ${text}`),
    );
  expect(found).toEqual([]);
});

it('has no fragment of a sentence in a comment', () => {
  const found = sources
    .filter(isCode)
    .flatMap(({ path, text }) =>
      fragments(text).map(({ line, text }) => `${path}:${line}: ${text}`),
    );
  expect(found).toEqual([]);
});

it('has no word for which the field has another', () => {
  const found = sources
    .filter(isText)
    .flatMap(({ path, text }) => unwantedWords(text).map((words) => `${path}:${words}`));
  expect(found).toEqual([]);
});

it('has no link, and names no document or decision, that is not there', () => {
  const files = sources.filter(isText);
  expect(brokenLinks(files, (path) => existsSync(inProject(path)))).toEqual([]);
});

const word = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

it.each([
  [`// ${word(26)}.`, 1],
  [`// ${word(25)}.`, 0],
  [`// ${word(20)}\n// ${word(6)}.`, 1],
  [`// ${word(20)}.\n// ${word(6)}.`, 0],
  [`/**\n * ${word(20)}\n *\n * ${word(6)}.\n */`, 0],
  [`/**\n * ${word(20)}\n * @param one ${word(24)}\n */`, 0],
  [`/** ${word(26)}. */`, 1],
  [`/** \`${word(40)}\` ${word(23)}. */`, 0],
  [`const text = '// ${word(26)}.';`, 0],
])('finds in %j so many long sentences: %i', (source, count) => {
  expect(longSentences(source)).toHaveLength(count);
});

it('finds fragments, and no sentence that is one', () => {
  expect(fragments('// Of the newest event.\n// Else it waits.')).toHaveLength(2);
  expect(fragments('// The number of the newest event.\n// It waits otherwise.')).toEqual([]);
});

it('says where an unwanted word stands, and what the field says', () => {
  expect(unwantedWords('one\nseekLock();\ntwo')).toEqual(['2: seekLock, say acquireLeadership']);
  expect(unwantedWords('acquireLeadership();')).toEqual([]);
});

it('says which links lead nowhere', () => {
  const text =
    '# A page\n\n## Its `second` part\n\n[a](#its-second-part) [b](#third) [c](d.md) [e](https://e)';
  const sources = [
    { path: 'docs/page.md', text },
    { path: 'docs/decisions/0007-some.md', text: '' },
    {
      path: 'code.ts',
      text: '// docs/page.md#a-page, docs/decisions/0007, decision 8, decisions 7, 9, docs/d.md',
    },
  ];
  const isThere = (path: string) => sources.some((source) => source.path === path);
  expect(brokenLinks(sources, isThere)).toEqual([
    'docs/page.md: ](#third)',
    'docs/page.md: ](d.md)',
    'code.ts: docs/d.md',
    'code.ts: decision 8',
    'code.ts: 9',
  ]);
});
