import { type Result, refused } from '@tallystick/contract/result';
import type { Subjects } from '@tallystick/contract/subjects';
import { readSettings } from '@tallystick/settings/read-settings';
import * as v from 'valibot';
import type {
  ConfiguredSite,
  PlatformSettings,
  ShellRoute,
  SiteDefinition,
  SiteNames,
} from './define-site.ts';
import { configuredSchema, problemOf } from './definition-schema.ts';
import type { Openings } from './openings.ts';

/** A site as the site server serves it: its definition, with its settings read. */
export interface Site extends ConfiguredSite {
  readonly names: SiteNames;
  readonly subjects: Subjects;
  readonly shellPages: readonly ShellRoute[];
  readonly openings: Openings;
}

/** Configures a site by its environment variables. `problem` is one line for a person. */
export function configureSite(
  {
    names,
    subjects = {},
    shellPages = [],
    ownPaths = [],
    openings = {},
    settings = {},
    configure = () => ({}),
  }: SiteDefinition,
  variables: Readonly<Record<string, string | undefined>>,
  { siteUrl, productName = names.product }: Partial<PlatformSettings> & { siteUrl: string },
): Result<Site> {
  const read = readSettings(settings, variables);
  if (!read.ok) return read;
  const answered = configure(read.value, { siteUrl, productName });
  if ('problem' in answered) return refused(answered.problem);
  const checked = v.safeParse(configuredSchema, answered);
  if (!checked.success) {
    return refused(`The site's configure() answers what is no site: ${problemOf(checked.issues)}.`);
  }
  // The registry knows these alone, and refuses whoever declares a route there.
  const stray = answered.files?.find(({ below }) => !ownPaths.includes(below));
  if (stray !== undefined) {
    return refused(`The site has files below ${stray.below}, which is none of its ownPaths.`);
  }
  return {
    ok: true,
    value: {
      ...checked.output,
      names: { ...names, product: productName },
      subjects,
      shellPages,
      openings,
    },
  };
}
