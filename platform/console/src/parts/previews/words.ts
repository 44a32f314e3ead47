import { count } from '../../say/numbers.ts';

/** What the console says of previews. */
export const words = {
  title: 'Open previews',
  once: 'for one browser',
  many: 'for whoever has the link',
  until: 'until',
  used: (browsers: number) =>
    browsers === 0
      ? 'not open in any browser'
      : `open in ${count(browsers)} ${browsers === 1 ? 'browser' : 'browsers'}`,
  end: 'End',
  endOf: (build: string) => `End the preview of ${build}`,
  ended: (build: string) => `The preview of ${build} has ended.`,
};
