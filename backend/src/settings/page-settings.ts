import { oneOf, safeAddress } from '@tallystick/settings/kinds';
import { setting } from '@tallystick/settings/setting';
import * as v from 'valibot';

const readBy = ['site'];

/** Settings of the ledger's pages alone. */
export const pageSettings = {
  SITE_MODE: setting(oneOf(['main', 'sandbox'], 'main'), {
    does: '`main` or `sandbox`',
    readBy,
  }),
  TOKEN_SYNC_URL: setting(
    v.optional(safeAddress('https://site.example/session', ': tokens are sent there')),
    {
      does: "where pages report who is signed in, by the provider's token; absent: nowhere",
      readBy,
      see: 'decisions/0025-token-sync.md',
    },
  ),
};
