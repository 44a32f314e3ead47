import { resolve } from 'node:path';
import { type Result, refused } from '@tallystick/contract/result';
import type * as v from 'valibot';
import { readSettings } from './read-settings.ts';
import { auditing } from './table/auditing.ts';
import { health } from './table/health.ts';
import { keeping } from './table/keeping.ts';
import { listening } from './table/listening.ts';
import { observing } from './table/observing.ts';
import { people, peopleProblem } from './table/people.ts';
import { releaseCommand } from './table/release-command.ts';
import { signing } from './table/signing.ts';
import { site } from './table/site.ts';

const entries = {
  ...{ ...listening, ...observing, ...keeping, ...signing, ...site, ...health },
  ...auditing,
  ...people,
};

/** All settings of the platform, by what they are about. */
export const platformSettings: Readonly<Record<string, v.ObjectEntries>> = {
  'Where servers listen': listening,
  'The site': site,
  'What is kept': keeping,
  Signatures: signing,
  'Builds that fail': health,
  'The audit log': auditing,
  'People who sign in': people,
  Observation: observing,
  'The release command': releaseCommand,
};

/** Their names. */
export const settingNames: readonly string[] = Object.values(platformSettings).flatMap((about) =>
  Object.keys(about),
);

export type Environment = Readonly<
  v.InferOutput<v.ObjectSchema<typeof entries, undefined>> & { SITE_URL: string }
>;

/**
 * Reads the settings that the platform's servers and commands share, as the tables declare them. An empty variable
 * counts as absent. `problem` is one line for a person.
 */
export function readEnvironment(
  variables: Record<string, string | undefined>,
): Result<Environment> {
  const read = readSettings(entries, variables);
  if (!read.ok) return read;
  const { value: values } = read;
  const problem = peopleProblem(values);
  if (problem !== null) return refused(problem);
  const { CHANNEL, SITE_URLS, SITE_URL = `http://localhost:${values.SITE_PORT}` } = values;
  const said = SITE_URLS.get(CHANNEL);
  if (said !== undefined && said !== SITE_URL) {
    return refused(
      `SITE_URLS says ${CHANNEL}=${said}, but CHANNEL=${CHANNEL} is served at SITE_URL=${SITE_URL}`,
    );
  }
  const others = [...SITE_URLS].find(([channel, url]) => channel !== CHANNEL && url === SITE_URL);
  if (others !== undefined) {
    return refused(`SITE_URLS says ${others.join('=')}, but there CHANNEL=${CHANNEL} is served`);
  }
  return { ok: true, value: { ...values, DATA_DIR: resolve(values.DATA_DIR), SITE_URL } };
}
