import type { Environment } from '@tallystick/settings/environment';
import { every } from '@tallystick/store/repeat';
import { buildsIn } from '../../src/channel/stack.ts';
import type { OrRefusal } from '../../src/contract/problem.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import { deleteOf } from '../../src/gc/delete-of.ts';
import { callOf } from '../../src/part/call.ts';
import { partKind } from '../../src/part/part.ts';
import { unlessMay } from '../../src/refusals.ts';
import { perNetworkOf } from '../../src/reports/per-network.ts';
import type { ErrorGroup, MissedErrors } from './contract/page-errors.ts';
import { errorRoutes } from './contract/routes.ts';
import { openErrorListener } from './intake.ts';
import * as pageErrors from './migrations/0010_page_errors.ts';
import * as missedErrors from './migrations/0013_missed_errors.ts';
import { countMissed } from './missed-errors.ts';
import { openErrorNaming } from './name-errors.ts';
import { countNewErrors, readErrors, readThrown } from './read-errors.ts';
import { keepSourceMaps } from './source-maps/source-maps.ts';

const hour = 3_600_000;
const day = 24 * hour;

export interface ErrorOptions {
  /** Says how many browsers of one network count for one error. */
  environment: Pick<Environment, 'HEALTH_PER_NETWORK'>;
  /** Whether this process reads new errors through source maps as they come, and tells people of them. */
  namesThem: boolean;
}

/** What breaks in pages, read by where in the source it was thrown. */
export interface Errors {
  /**
   * The groups of errors of an app in pages, the one seen last first; with a build, those that were in it.
   * For its publishers and managers; refused to others: `forbidden`.
   */
  read(actor: Actor, app: string, build?: string): Promise<OrRefusal<ErrorGroup[]>>;
  /** How many errors were reported and are not kept; for whom, as above. */
  missed(actor: Actor, app: string, build?: string): Promise<OrRefusal<MissedErrors>>;
}

export const errors = partKind<ErrorOptions, Errors>(
  'errors',
  { '0010_page_errors': pageErrors, '0013_missed_errors': missedErrors },
  ({ environment, namesThem }) => ({
    published: keepSourceMaps,
    deleted: (trx, builds) => deleteOf(trx, 'source_map', builds),
    forgets: [
      { table: 'page_error', column: 'seen_at', before: 30 * day },
      { table: 'page_error_browser', column: 'seen_at', before: day },
      { table: 'missed_error', column: 'seen_at', before: 30 * day },
    ],
    open: (context) => {
      const { db, flushReports, watchPace, now } = context;
      const nameErrors = openErrorNaming(context);
      const naming = namesThem ? every(watchPace, nameErrors) : undefined;
      const service: Errors = {
        read: async (actor, app, build) => {
          const mayNot = unlessMay(actor, [app]);
          if (mayNot) return mayNot;
          // What is there can be read also where nothing can be written, as on a full disk.
          await flushReports().catch(() => {});
          // Those that could not be named are missing, as if they had come a moment later.
          await nameErrors().catch(() => {});
          return { ok: true, value: await readErrors(db, app, build) };
        },
        missed: async (actor, app, build) => {
          const mayNot = unlessMay(actor, [app]);
          if (mayNot) return mayNot;
          await flushReports().catch(() => {});
          return { ok: true, value: { errors: await countMissed(db, app, build) } };
        },
      };
      return {
        service,
        listeners: [openErrorListener(context, perNetworkOf(environment))],
        capabilities: ['source-maps'],
        board: async ({ since, current }) => ({
          errors: await countNewErrors(db, since, current?.builds ?? {}),
          thrown: await readThrown(
            db,
            current === null ? [] : buildsIn(current),
            new Date(now() - hour).toISOString(),
          ),
        }),
        calls: {
          errors: callOf(errorRoutes.errors, ({ actor, params, query }) =>
            service.read(actor, params.app, query.build),
          ),
          missedErrors: callOf(errorRoutes.missedErrors, ({ actor, params, query }) =>
            service.missed(actor, params.app, query.build),
          ),
        },
        ...(naming && { close: naming.close }),
      };
    },
  }),
);
