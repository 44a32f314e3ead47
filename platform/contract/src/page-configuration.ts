import * as v from 'valibot';

/**
 * The platform's part of the configuration in each page, as
 * `<script type="application/json" id="site-configuration">`. The site's own part is beside it. All of it is
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
   * Paths in this object, such as `api.url`, of the addresses of services that answer only pages of this site. Pages on
   * a team's machine reach those services through the command that serves the pages.
   */
  services: v.optional(v.array(v.string()), []),
});
export type PageConfiguration = v.InferOutput<typeof pageConfigurationSchema>;
