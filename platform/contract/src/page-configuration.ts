import * as v from 'valibot';

/**
 * What the platform says in the configuration that stands in each page, as
 * `<script type="application/json" id="site-configuration">`; what the site says of its own is beside it. All of it is
 * public, and nothing of it is compiled in.
 */
export const pageConfigurationSchema = v.looseObject({
  productName: v.string(),
  /** Public keys (Ed25519, base64): a release is believed if one of them signed it; absent: none is. */
  releaseKeys: v.optional(v.array(v.string())),
  /** Whether browsers may keep the site, to start from while the site server does not answer. */
  keeper: v.optional(v.boolean()),
  /** Whether calls say by a header which navigation caused them, because servers record traces. */
  traces: v.optional(v.boolean()),
  /**
   * Where in this the addresses of services stand that answer pages of this site alone, such as `api.url`: pages on a
   * team's machine reach them through the command that serves these pages.
   */
  services: v.optional(v.array(v.string()), []),
});
export type PageConfiguration = v.InferOutput<typeof pageConfigurationSchema>;
