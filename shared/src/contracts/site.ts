import { pageConfigurationSchema } from '@tallystick/contract/page-configuration';
import * as v from 'valibot';

const { productName, releaseKeys, keeper, traces } = pageConfigurationSchema.entries;

/** What the site server tells the ledger's pages. */
export const siteConfigurationSchema = v.object({
  productName,
  releaseKeys,
  siteMode: v.picklist(['main', 'sandbox']),
  keeper,
  traces,
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
