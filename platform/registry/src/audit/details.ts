import { integritySchema, revisionNumberSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { buildKeySchema } from '../contract/build-key.ts';
import { revisionSchema } from '../contract/channel.ts';
import { condemnedSchema } from '../contract/condemned.ts';
import { lockSchema } from '../contract/history.ts';
import { provenanceSchema } from '../contract/provenance.ts';
import { tokenSchema } from '../contract/tokens.ts';

// What entries of the audit log have as their detail, by action.

export const publishSchema = v.object({
  ...buildKeySchema.entries,
  record: v.string(),
  previewOnly: v.exactOptional(v.literal(true)),
  provenance: v.exactOptional(provenanceSchema),
  /** The hash of its `sbom.json`. It is here, since earlier versions would miss it in a record that they read. */
  sbom: v.exactOptional(integritySchema),
});

export const changeSchema = v.object({
  revision: revisionSchema,
  /** Absent: an earlier version made the change, and did not write it. */
  condemned: v.exactOptional(v.array(condemnedSchema)),
  undoes: v.exactOptional(revisionNumberSchema),
});
export type LoggedChange = v.InferOutput<typeof changeSchema>;

export const gcSchema = v.object({ deleted: v.array(buildKeySchema) });

export const newLockSchema = v.pick(lockSchema, ['channel', 'app', 'reason', 'until']);
export const unlockSchema = v.pick(lockSchema, ['channel', 'app']);

/** What a token was made with; `fingerprint` is the hash of its secret's hash. */
export const grantSchema = v.object({
  ...v.omit(tokenSchema, ['revokedAt', 'lastUsedAt']).entries,
  fingerprint: v.string(),
});
export type Grant = v.InferOutput<typeof grantSchema>;

export const revocationSchema = v.object({ id: v.string() });
