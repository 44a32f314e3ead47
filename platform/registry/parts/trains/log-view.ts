import { appNameSchema, buildIdSchema, channelNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { logView } from '../../src/audit/log-view.ts';
import { revisionSchema } from '../../src/contract/channel.ts';
import { countSchema, timeSchema } from '../../src/contract/scalars.ts';
import type { Train } from './contract/train.ts';

/** A train by the log: also by which token or trust it was planned, and for which revision. */
export interface LoggedTrain extends Train {
  token: string;
  trust?: string | undefined;
  seen: number;
}

const plannedSchema = v.object({
  id: v.string(),
  channel: channelNameSchema,
  builds: v.record(appNameSchema, buildIdSchema),
  at: timeSchema,
  reason: v.string(),
  seen: countSchema,
  trust: v.exactOptional(v.string()),
  token: v.string(),
});
const endedSchema = v.object({
  id: v.string(),
  state: v.picklist(['refused', 'cancelled']),
  problem: v.string(),
});
const changeSchema = v.object({
  revision: v.pick(revisionSchema, ['channel', 'revision', 'reason', 'builds']),
  token: v.string(),
});

/** How the reason of a train's revision ends. The log says by that, and by the token, that it has left. */
export const markOf = (id: string) => ` (train ${id})`;

/** How many that have ended are kept in mind. */
const maxEnded = 50;

/** The trains that were planned, by id, the oldest first. */
export const trainLog = logView(
  () => new Map<string, LoggedTrain>(),
  (trains, { action, detail, at, by }) => {
    if (action === 'train') {
      const planned = v.parse(plannedSchema, detail);
      trains.set(planned.id, { ...planned, by, plannedAt: at, state: 'planned' });
      const ended = [...trains.values()].filter(({ state }) => state !== 'planned');
      for (const { id } of ended.slice(0, -maxEnded)) trains.delete(id);
    } else if (action === 'train-end') {
      const { id, state, problem } = v.parse(endedSchema, detail);
      const train = trains.get(id);
      if (train !== undefined) trains.set(id, { ...train, state, problem });
    } else if (action === 'change') {
      const id = / \(train (\w+)\)$/.exec(reasonOf(detail))?.[1];
      const train = id === undefined ? undefined : trains.get(id);
      if (train?.state !== 'planned' && train?.state !== 'refused') return;
      const { problem: _over, ...own } = train;
      const { revision, token } = v.parse(changeSchema, detail);
      // A second person may have approved it since: then it left by their token.
      const isApproved =
        train.state === 'refused' &&
        Object.entries(train.builds).every(([app, build]) => revision.builds[app] === build);
      if (revision.channel !== train.channel || !(token === train.token || isApproved)) return;
      trains.set(train.id, { ...own, state: 'left', revision: revision.revision });
    }
  },
);

function reasonOf({ revision }: Record<string, unknown>): string {
  const read = v.safeParse(v.object({ reason: v.string() }), revision);
  return read.success ? read.output.reason : '';
}
