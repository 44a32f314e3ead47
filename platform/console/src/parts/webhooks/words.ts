import { count, counted } from '../../say/numbers.ts';

/** What the console says of the webhook of an app. */
export const words = {
  title: 'Webhook',
  none: (app: string) =>
    `The team of ${app} is told nowhere of its moves and errors. A manager sets an address: release webhook --help.`,
  where: 'Told at',
  set: 'Set',
  taken: 'Took one',
  never: 'never',
  waiting: 'Waiting',
  tried: (waiting: number, tries: number) => `${count(waiting)}, tried ${counted(tries, 'time')}`,
};
