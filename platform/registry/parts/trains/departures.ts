import { refusal } from '../../src/contract/problem.ts';
import { theRegistry } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import { endTrain } from './end-train.ts';
import { type LoggedTrain, markOf, trainLog } from './log-view.ts';

/** How late a train may leave, in milliseconds. */
const maxLate = 3_600_000;

/** Lets the trains leave whose time has come. One of several servers does it, because its revision says that the train has left. */
export function openDepartures({ audit, write, channel, now, log }: PartContext) {
  /** A train leaves as who planned it, who may do no more by it than promote these apps. */
  async function leave(train: LoggedTrain): Promise<void> {
    const { id, channel: name, builds, reason, seen, by, token, trust, at } = train;
    const [app = '', ...others] = Object.keys(builds);
    const scope = { kind: 'publisher', app, ...(others.length > 0 && { others }) } as const;
    const actor = { tokenId: token, name: by, scope, ...(trust !== undefined && { trust }) };
    const change = { kind: 'promote', builds, reason: `${reason}${markOf(id)}` } as const;
    const isLate = now() - Date.parse(at) > maxLate;
    const made = isLate
      ? refusal('unavailable', 'nobody was there to let it leave within an hour')
      : await channel(name).request(actor, { change, seen, dryRun: false });
    if (made.ok && made.value.outcome === 'made') {
      log(`${name}: revision ${made.value.revision.revision}, train ${id} has left`);
      return;
    }
    const problem = made.ok ? 'all of it was live already' : made.problem;
    const ended = await endTrain(write, theRegistry, train, { state: 'refused', problem });
    if (ended.ok) log(`${name}: train ${id} did not leave: ${problem}`);
  }

  return async (): Promise<void> => {
    const trains = [...trainLog.of(await audit.follow()).values()];
    const due = trains.filter((one) => one.state === 'planned' && Date.parse(one.at) <= now());
    for (const train of due) await leave(train);
  };
}
