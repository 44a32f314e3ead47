import { count, counted } from '../../say/numbers.ts';

/** What the console says of the webhook of an app. */
export const words = {
  title: 'Webhook',
  none: (app: string) =>
    `No webhook is set for releases and errors of ${app}. A manager can set one: release webhook --help.`,
  where: 'Address',
  set: 'Set',
  taken: 'Last delivered',
  never: 'never',
  waiting: 'Waiting',
  tried: (waiting: number, tries: number) => `${count(waiting)}, tried ${counted(tries, 'time')}`,
};
