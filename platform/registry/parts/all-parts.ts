import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import type { Part } from '../src/part/part.ts';
import { definitionWith } from '../src/store/definition.ts';
import { approvals } from './approvals/approvals.ts';
import { breakGlass } from './breakglass/break-glass.ts';
import { contents } from './contents/contents.ts';
import { errors } from './errors/errors.ts';
import { health } from './health/health.ts';
import { healthSettings } from './health/settings.ts';
import { people } from './people/people.ts';
import { previews } from './previews/previews.ts';
import { auditStream } from './stream/audit-stream.ts';
import { timeline } from './timeline/timeline.ts';
import { trains } from './trains/trains.ts';
import { transparency } from './transparency/transparency.ts';
import { trust } from './trust/trust.ts';
import { webhooks } from './webhooks/webhooks.ts';

/** What differs between processes of one registry. */
export interface PartOptions {
  /** Absent: the defaults. */
  environment?: Environment;
  /** Whether this process tells teams what is new, by itself. */
  tellsApps?: boolean;
  /** Whether this process judges builds and acts by the rule, and lets trains leave. */
  judges?: boolean;
}

/** The parts that stand beside the core: one that is taken out of this list is left out. */
export function allParts(options: PartOptions = {}): readonly Part[] {
  const given = { environment: defaults(), tellsApps: false, judges: false, ...options };
  return [
    webhooks.with({ sends: given.tellsApps }),
    errors.with({ environment: given.environment, namesThem: given.tellsApps }),
    previews.with(),
    auditStream.with({ environment: given.environment, sends: given.tellsApps }),
    timeline.with({ environment: given.environment }),
    trust.with(),
    approvals.with(),
    breakGlass.with(),
    trains.with({ departs: given.judges }),
    transparency.with({ witnesses: given.environment.RELEASE_WITNESSES }),
    people.with(given.environment),
    contents.with(),
    health.with(given.judges ? { rule: healthSettings(given.environment) } : {}),
  ];
}

/** The registry's store, with the tables of all of them. */
export const releaseStore = definitionWith(allParts());

function defaults(): Environment {
  const read = readEnvironment({});
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}
