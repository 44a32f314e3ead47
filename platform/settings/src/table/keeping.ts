import * as v from 'valibot';
import { matching, oneOf, postgres, word } from '../kinds.ts';
import { everyServer, setting, storeCommands } from '../setting.ts';

const readBy = ['site', 'admin', 'backup', 'restore'];

/** Where everything is that is kept. */
export const keeping = {
  DATA_DIR: setting(word('.data'), {
    does: "folder of everything that is kept, relative to the project's",
    readBy: [everyServer, storeCommands, 'release'],
    see: 'operations.md#folders',
  }),
  DATABASE_URL: setting(v.optional(postgres), {
    does: "`postgres://…`; absent: the data folder's own server",
    readBy: [everyServer, storeCommands],
    secret: true,
    see: 'operations.md#where-data-is-kept',
  }),
  ARTIFACTS_URL: setting(
    v.optional(
      matching(
        /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?\?endpoint=https?:\/\/[^/?#&]+(&region=[a-z0-9-]+)?$/,
        'is not an address such as s3://bucket/folder?endpoint=https://s3.example&region=eu-1',
      ),
    ),
    {
      does: '`s3://bucket/folder?endpoint=https://…&region=…` for artifacts; absent: in `DATA_DIR`',
      readBy,
    },
  ),
  AWS_ACCESS_KEY_ID: setting(v.optional(v.string()), {
    does: 'credentials of that bucket',
    readBy,
    secret: true,
  }),
  AWS_SECRET_ACCESS_KEY: setting(v.optional(v.string()), {
    does: 'the same',
    readBy,
    secret: true,
  }),
  AWS_SESSION_TOKEN: setting(v.optional(v.string()), {
    does: 'the same, where they are for a while',
    readBy,
    secret: true,
  }),
  STORE_CLOCK: setting(oneOf(['keep', 'reset'], 'keep'), {
    does: '`reset`, for one start: forget the latest time that the stores have seen',
    readBy: [everyServer],
    see: 'decisions/0052-clocks.md',
  }),
};
