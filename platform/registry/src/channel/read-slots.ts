import { appOfSlot, broughtInto } from '@tallystick/contract/slots';
import { newestOf, type Replay } from '../audit/replay.ts';
import type { SlotState } from '../contract/slot-state.ts';
import type { Reader } from '../store/writes.ts';
import { readTraits } from './read-channel.ts';

/**
 * The slots of a channel's live builds, by name, and what stands in each. A slot into which somebody brings is among
 * them although no build has it.
 */
export async function readSlots(db: Reader, replay: Replay, channel: string): Promise<SlotState[]> {
  const current = newestOf(replay, channel);
  if (current === null) return [];
  const builds = Object.entries(current.builds).map(([app, build]) => ({ app, build }));
  const traits = await readTraits(db, builds);
  const parts = builds.flatMap(({ app, build }) => {
    const known = traits.get(`${app}@${build}`);
    return known === undefined ? [] : [{ app, ...known }];
  });
  const had = new Set(
    parts.flatMap(({ app, kind, declaration, contract }) =>
      kind === 'shell'
        ? Object.keys(contract?.slots ?? {})
        : (declaration?.slots ?? []).map((own) => `${app}:${own}`),
    ),
  );
  const declarations = parts.flatMap(({ declaration }) => declaration ?? []);
  const brought = declarations.flatMap(({ brings = [] }) => brings.map(({ slot }) => slot));
  return [...new Set([...had, ...brought])].sort().map((slot) => ({
    slot,
    app: appOfSlot(slot),
    exists: had.has(slot),
    widgets: broughtInto(slot, declarations, current.slots).map(({ name, app, hidden }) => ({
      name,
      app,
      build: current.builds[app] ?? '',
      hidden,
    })),
  }));
}
