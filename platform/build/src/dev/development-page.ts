import { hashOfText, proveRelease } from '@tallystick/contract/log-proof';
import { openSignedBy } from '@tallystick/contract/open-signed';
import { pageConfigurationSchema } from '@tallystick/contract/page-configuration';
import { type SettingValues, settingValuesSchema } from '@tallystick/contract/setting-values';
import {
  attestationTypes,
  declarationsAttestationSchema,
  type Signed,
  signedBuildsSchema,
  signedReleaseSchema,
} from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { inlinedJson, withInlinedJson } from '../inlined.ts';
import { banner, bannerStyle } from './banner.ts';
import { type Service, withAddresses } from './services.ts';
import type { ShownBuild, ShownCopy } from './shown-build.ts';
import type { Signer } from './signer.ts';

/** What a revision states, with all that is not read here. */
const statedSchema = v.looseObject({
  values: v.optional(v.record(v.string(), v.looseObject({ values: settingValuesSchema })), {}),
});

/** The revision in which these settings of an app are set, for all browsers. */
function withValues(
  stated: v.InferOutput<typeof statedSchema>,
  app: string,
  values: SettingValues,
): object {
  const set = { values: { ...stated.values[app]?.values, ...values } };
  return { ...stated, values: { ...stated.values, [app]: set } };
}

/** What a page of the proxy is made with. */
export interface DevelopmentPageParts {
  shown: ShownBuild;
  copy: ShownCopy;
  signer: Signer;
  /** Settings of the remote that are to be others than in the site; absent: none. */
  values?: SettingValues | undefined;
  /** Origin of the site. */
  site: string;
  /** The services of the site, at the proxy's addresses. */
  services: readonly Service[];
}

/**
 * A page of the site in which one remote has another build. As a page of a preview, it names a
 * build in place of the released one, follows no release and reports nothing. The build, its
 * declaration and its settings are signed by the proxy's key, which this page alone believes; all
 * else by the site's. Null: it is no page of a release.
 *
 * @throws Error if what the page says is not signed by the site's own keys.
 */
export async function developmentPage(
  html: string,
  { shown, copy, values, signer, site, services }: DevelopmentPageParts,
): Promise<string | null> {
  const [given, released, inlined] = ['site-configuration', 'release', 'builds'].map((id) =>
    inlinedJson(html, id),
  );
  if (!given || !released || !inlined) return null;
  const { keeper: _none, ...configuration } = v.parse(pageConfigurationSchema, JSON.parse(given));
  const keys = configuration.releaseKeys ?? [];
  const release = v.parse(signedReleaseSchema, JSON.parse(released));
  const open = openSignedBy(keys);
  const { remotes } = v.parse(declarationsAttestationSchema, await open(release.declarations));
  const stated = v.parse(statedSchema, await open(release.revision));
  const own = { builds: [shown.build], declaration: copy.declaration };
  const configured = {
    ...withAddresses(configuration, services),
    releaseKeys: [...keys, signer.publicKey],
  };
  const revision = values ? signer.sign(withValues(stated, shown.app, values)) : release.revision;
  const attested = signer.sign(copy.attestation);
  if (release.proof) await proveRelease(release.revision.text, release.proof, keys);
  const prove = async ({ text }: Signed) => signer.prove(await hashOfText(text));
  const previewed = {
    revision,
    // The site's own proof does not fit where settings are others, and a site of before has none.
    proof: (values ? undefined : release.proof) ?? (await prove(revision)),
    canaries: release.canaries,
    ...(release.shares && { shares: release.shares }),
    declarations: signer.sign({
      type: attestationTypes.declarations,
      remotes: [...remotes, own],
    }),
    preview: { builds: { [shown.app]: shown.build }, leave: site },
  };
  const signed = v.parse(signedBuildsSchema, JSON.parse(inlined));
  const builds = [...signed, { ...attested, proof: await prove(attested) }];
  return (
    Object.entries({ 'site-configuration': configured, release: previewed, builds })
      .reduce((page, [id, content]) => withInlinedJson(page, id, content), html)
      // With these links the page would fetch the released build's files in vain, and look like that build.
      .replaceAll(
        new RegExp(
          `<link rel="(?:preload|stylesheet)"[^>]* href="/artifacts/${shown.app}/[^>]*>\n?`,
          'g',
        ),
        '',
      )
      .replaceAll(new RegExp(`<style data-href="/artifacts/${shown.app}/.*?</style>`, 'gs'), '')
      // The rendered content comes from the released build.
      .replace(/<div id="root" .*?(?=\n<p id="as-it-came")/s, '<div id="root"></div>')
      .replace('</head>', `${bannerStyle}</head>`)
      .replace('<div id="root">', `${banner(shown, site)}\n<div id="root">`)
  );
}
