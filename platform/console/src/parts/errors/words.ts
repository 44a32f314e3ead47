import { whyMissed } from '@tallystick/registry/parts/errors/contract/page-errors';
import { count, counted } from '../../say/numbers.ts';

/** Texts of the console about errors in pages. */
export const words = {
  title: 'Errors',
  none: 'No page reported an error of this app in the last 30 days.',
  more: (many: number) => `${count(many)} more; list them with \`release errors\``,
  missed: (many: number, others: boolean) =>
    `${others ? `${count(many)} more` : counted(many, 'error')} ${many === 1 ? 'was' : 'were'} not kept: ${whyMissed}`,
  nowhere: 'not in a file of a build',
  browsers: (many: number) =>
    many === 0 ? 'as the site server renders pages' : counted(many, 'browser'),
  began: 'Since',
  last: 'last seen',
};
