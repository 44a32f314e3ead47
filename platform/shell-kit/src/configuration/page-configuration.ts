import { openSignedBy } from '@tallystick/contract/open-signed';
import type { OpenSigned } from '@tallystick/contract/read-release';
import * as v from 'valibot';

/** What the kit reads of what the site server says to a page; a site may say more, to its own code. */
const pageConfigurationSchema = v.object({
  productName: v.string(),
  /** Public keys (Ed25519, base64): a release is believed if one of them signed it; absent: none is. */
  releaseKeys: v.optional(v.array(v.string())),
  /** Whether browsers may keep the site, to start from while the site server does not answer. */
  keeper: v.optional(v.boolean()),
});
export type PageConfiguration = v.InferOutput<typeof pageConfigurationSchema>;

const schema = v.pipe(v.string(), v.parseJson(), pageConfigurationSchema);

let served: PageConfiguration | undefined;

/** Says it where there is no document that holds it: where pages are rendered for others. */
export function servePageConfiguration(configuration: PageConfiguration): void {
  served = configuration;
}

/**
 * What stands in the page as `<script type="application/json" id="site-configuration">`.
 *
 * @throws Error if the page lacks it or it does not fit: then nothing can work
 */
export function pageConfiguration(): PageConfiguration {
  known ??= served ?? v.parse(schema, inlined('site-configuration'));
  return known;
}
let known: PageConfiguration | undefined;

/** The text of what stands in the page under this name. */
export function inlined(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

/** The keys by which this page believes what is released. */
export const releaseKeys = (): readonly string[] => pageConfiguration().releaseKeys ?? [];

/** Opens what one of the keys has signed that this page was served with, and nothing else. */
export const openSigned: OpenSigned = (signed) => openSignedBy(releaseKeys())(signed);
