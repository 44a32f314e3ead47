import { type OrRefusal, refusal } from '../../src/contract/problem.ts';
import type { Actor } from '../../src/contract/tokens.ts';
import type { PartContext } from '../../src/part/part.ts';
import type { Train } from './contract/train.ts';
import { type LoggedTrain, trainLog } from './log-view.ts';

/** Ends a train that has not left, and that nobody else has ended meanwhile. */
export async function endTrain(
  write: PartContext['write'],
  actor: Pick<Actor, 'tokenId' | 'name'>,
  { id, channel }: Pick<Train, 'id' | 'channel'>,
  end: { state: 'refused' | 'cancelled'; problem: string },
): Promise<OrRefusal<Train>> {
  return await write(async ({ replay, append }) => {
    const train = trainLog.of(replay).get(id);
    if (train?.state !== 'planned') return gone(channel, id);
    await append(actor, 'train-end', { id, ...end });
    return { ok: true, value: { ...shown(train), ...end } };
  }, 'urgent');
}

export function gone(channel: string, id: string) {
  return refusal('unknown', `no train ${id} is planned in ${channel}`);
}

/** A train as it is shown: without what it leaves by. */
export function shown({ token: _token, trust: _trust, seen: _seen, ...train }: LoggedTrain): Train {
  return train;
}
