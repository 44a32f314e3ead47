import * as v from 'valibot';
import { setting } from '../setting.ts';

const readBy = ['release'];

/** Where the release command finds a registry, and by which token it asks. */
export const releaseCommand = {
  RELEASE_URL: setting(v.optional(v.string()), {
    does: "address of the admin API; absent: this machine's, at `ADMIN_PORT`",
    readBy,
    see: 'releases.md#for-scripts',
  }),
  RELEASE_TOKEN: setting(v.optional(v.string()), {
    does: "your token; absent: this machine's, `release.key` in `DATA_DIR`",
    readBy,
    secret: true,
    see: 'releases.md#tokens',
  }),
  RELEASE_ID_TOKEN: setting(v.optional(v.string()), {
    does: "a pipeline's own token, in place of `RELEASE_TOKEN`",
    readBy,
    secret: true,
    see: 'pipelines.md',
  }),
  RELEASE_ID_TOKEN_FILE: setting(v.optional(v.string()), {
    does: 'the file with it',
    readBy,
  }),
  RELEASE_APP: setting(v.optional(v.string()), {
    does: 'the app that such a token is for, where that is to be said',
    readBy,
  }),
  CHROMIUM_PATH: setting(v.optional(v.string()), {
    does: "the Chromium in which pages are opened; absent: Playwright's own for `check`, else one on the machine",
    readBy: [...readBy, 'test', 'proofs', 'bench', 'chaos', 'screenshots', 'topology'],
    see: 'releases.md#check-a-build',
  }),
  NO_COLOR: setting(v.optional(v.string()), {
    does: 'no colour; there is none in pipes anyway',
    readBy,
  }),
};
