import * as v from 'valibot';

/**
 * What the site server tells the page when it serves it: nothing of this is compiled in.
 * Inlined as `<script type="application/json" id="site-configuration">`.
 */
export const siteConfigurationSchema = v.object({
  productName: v.string(),
  /** Public keys (Ed25519, base64): a release is believed if one of them signed it; absent: none is. */
  releaseKeys: v.optional(v.array(v.string())),
  siteMode: v.picklist(['main', 'sandbox']),
  /** Whether browsers may keep the site, to start from while the site server does not answer. */
  keeper: v.optional(v.boolean()),
  /** Whether calls say by a header which navigation caused them, because servers record traces. */
  traces: v.optional(v.boolean()),
  /** Origin of the ledger service, without a trailing slash. */
  ledgerUrl: v.pipe(v.string(), v.url()),
  /** The public, static credential of the data calls. */
  ledgerToken: v.string(),
  /** Lists may come from a replica of the ledger's database: calls say what the tab has seen. */
  ledgerReplica: v.optional(v.boolean()),
  /** Where sign-in mails are shown on the machine that the site runs on; absent: they are sent. */
  outboxUrl: v.optional(v.pipe(v.string(), v.url())),
  live: v.object({ appId: v.string(), apiKey: v.string() }),
  identity: v.object({
    apiKey: v.string(),
    authDomain: v.string(),
    projectId: v.string(),
    /** Origin of the local auth emulator; absent in production. */
    emulatorUrl: v.optional(v.pipe(v.string(), v.url())),
    /** Where the page tells who is signed in: POST with a bearer token, DELETE; absent: nowhere. */
    syncUrl: v.optional(v.pipe(v.string(), v.url())),
  }),
});
export type SiteConfiguration = v.InferOutput<typeof siteConfigurationSchema>;
