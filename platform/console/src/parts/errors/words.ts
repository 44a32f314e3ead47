import { count, counted } from '../../say/numbers.ts';

/** Texts of the console about errors in pages. */
export const words = {
  title: 'Errors',
  none: 'No page reported an error of this app in the last 30 days.',
  more: (many: number) => `${count(many)} more; list them with \`release errors\``,
  nowhere: 'not in a file of a build',
  browsers: (many: number) => counted(many, 'browser'),
  began: 'Since',
  last: 'last seen',
};
