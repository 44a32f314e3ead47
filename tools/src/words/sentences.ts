import { commentsOf } from './comments.ts';

/** The most words that a sentence of a comment may have. */
const maxWords = 25;

/** Sentences of a file's comments that are too long, each with its line and its number of words. */
export function longSentences(source: string): { line: number; words: number; text: string }[] {
  return commentsOf(source).flatMap(({ line, text }) =>
    sentencesOf(text)
      .map((sentence) => ({ line, words: wordsIn(sentence), text: sentence }))
      .filter(({ words }) => words > maxWords),
  );
}

/** Words with which a comment's sentence begins that leaves out what it speaks of. */
const fragment = /^(Of|Or|Nor|Else|Likewise|Whoever|Whom|Whose|By)\b/;

/** Sentences of a file's comments that are fragments, each with its line. */
export function fragments(source: string): { line: number; text: string }[] {
  return commentsOf(source).flatMap(({ line, text }) =>
    sentencesOf(text)
      .filter((sentence) => fragment.test(sentence))
      .map((sentence) => ({ line, text: sentence })),
  );
}

function sentencesOf(comment: string): string[] {
  // What is quoted as code is one word, whatever is in it.
  const plain = comment.replace(/`[^`]*`/g, (code) => code.replaceAll(/[\s.?!]/g, '_'));
  return plain.split(/(?<=[.?!][)"'”]?)\s+|\n/).map((sentence) => sentence.trim());
}

function wordsIn(sentence: string): number {
  const said = sentence.replace(/^@(param|returns|throws|template)(\s+[\w.]+)?/, '');
  return said.split(/\s+/).filter((word) => /\w/.test(word)).length;
}
