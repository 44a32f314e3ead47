import * as v from 'valibot';
import { addresses, oneOf, publicKeys } from '../kinds.ts';
import { setting } from '../setting.ts';

/** The keys by which releases are signed and believed. */
export const signing = {
  RELEASE_KEY_FILE: setting(v.optional(v.string()), {
    does: 'the private key that signs releases, Ed25519 in PEM; absent: made in `DATA_DIR`',
    readBy: ['site', 'admin', 'backup', 'restore'],
  }),
  RELEASE_PUBLIC_KEYS: setting(publicKeys, {
    does: "public keys that pages trust beside this registry's own, such as the next one",
    readBy: ['site'],
  }),
  RELEASE_WITNESSES: setting(addresses, {
    does: 'who is asked to sign the log of releases too, such as `http://127.0.0.1:4600`; addresses by commas',
    readBy: ['site', 'admin'],
    see: 'operations.md#anyone-can-check',
  }),
  RELEASE_RESIGN: setting(oneOf(['on', 'off'], 'off'), {
    does: "`on`, for one start: sign everything anew with this process's key, and take the database's history as whole",
    readBy: ['site', 'admin'],
  }),
};
