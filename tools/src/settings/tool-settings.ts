import { setting } from '@tallystick/settings/setting';
import * as v from 'valibot';

/** Settings of the project's tools. */
export const toolSettings = {
  BENCH_DATA: setting(v.optional(v.string()), {
    does: 'ledger input to measure with, as `--data`; absent: a ledger of 10,672 parties',
    readBy: ['bench'],
  }),
};
