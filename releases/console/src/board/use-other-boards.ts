import type { Board } from '@tallystick/registry/contract/board';
import type { Admin } from '../admin/admin.ts';
import type { Answer } from '../admin/answer.ts';
import { useQuery } from '../live/use-query.ts';

export interface OtherBoard {
  channel: string;
  board: Board;
}

interface Others {
  channels: readonly string[];
  others: readonly OtherBoard[];
}

/** Every channel, and the boards of all but one. */
export function useOtherBoards(channel: string): Others {
  const { value } = useQuery(`others than ${channel}`, (admin, signal) =>
    readOthers(admin, channel, signal),
  );
  return value ?? { channels: [channel], others: [] };
}

async function readOthers(
  admin: Admin,
  channel: string,
  signal: AbortSignal,
): Promise<Answer<Others>> {
  const channels = await admin.channels(signal);
  if (!channels.ok) return channels;
  const names = channels.value.filter((name) => name !== channel);
  const boards = await Promise.all(
    names.map(async (name) => ({ name, answer: await admin.board(name, signal) })),
  );
  const others = boards.flatMap(({ name, answer }) =>
    answer.ok ? [{ channel: name, board: answer.value }] : [],
  );
  return { ok: true, value: { channels: [...names, channel].sort(), others } };
}
