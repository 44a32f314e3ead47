import type { Board } from '@tallystick/registry/contract/board';
import type { Admin } from '../admin/admin.ts';
import type { Answer } from '../admin/answer.ts';
import { answered, useQuery } from '../live/use-query.ts';

export interface OtherBoard {
  channel: string;
  board: Board;
}

/** Every channel, and the boards of all but one; `ready` once they have been read, or could not be. */
export function useOtherBoards(channel: string) {
  const channels = useQuery('channels', (admin, signal) => admin.channels(signal));
  const names = (channels.value ?? []).filter((name) => name !== channel);
  const others = useQuery(`boards of ${names}`, (admin, signal) =>
    readBoards(admin, names, signal),
  );
  return {
    channels: [...names, channel].sort(),
    others: others.value ?? [],
    ready: answered(channels) && answered(others),
  };
}

async function readBoards(
  admin: Admin,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Answer<OtherBoard[]>> {
  const boards = names.map(async (channel) => {
    const answer = await admin.board(channel, signal);
    return answer.ok ? [{ channel, board: answer.value }] : [];
  });
  return { ok: true, value: (await Promise.all(boards)).flat() };
}
