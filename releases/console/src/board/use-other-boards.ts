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
  const channels = useQuery('channels', (admin, signal) => admin.channels(signal)).value ?? [];
  const names = channels.filter((name) => name !== channel);
  const others = useQuery(`boards of ${names}`, (admin, signal) =>
    readBoards(admin, names, signal),
  );
  return { channels: [...names, channel].sort(), others: others.value ?? [] };
}

async function readBoards(
  admin: Admin,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Answer<OtherBoard[]>> {
  const boards = await Promise.all(
    names.map(async (name) => ({ name, answer: await admin.board(name, signal) })),
  );
  const value = boards.flatMap(({ name, answer }) =>
    answer.ok ? [{ channel: name, board: answer.value }] : [],
  );
  return { ok: true, value };
}
