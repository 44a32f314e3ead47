import type { BoardQuestion } from '../channel/board.ts';
import type { HoldUp } from '../channel/hold-up.ts';
import type { Board, Shout } from '../contract/board.ts';
import type { Actor } from '../contract/tokens.ts';
import type { BroughtByParts, Registry } from '../registry.ts';
import type { Listener } from '../reports/listener.ts';
import type { Bearers } from '../tokens/bearers.ts';
import type { Part, PartContext } from './part.ts';

/** The parts of one registry, opened, as the core asks them. */
export interface OpenedParts {
  brought: BroughtByParts;
  listeners: readonly Listener[];
  bearers: readonly Bearers[];
  /** Puts down a change of a channel that has to wait; null: it need not. */
  holdUp: HoldUp;
  glassBroken(actor: Actor): void;
  /** What everybody has to see at once. */
  shouts(): Promise<Shout[]>;
  /** What they add to the board of a channel. */
  board(asked: BoardQuestion): Promise<Partial<Board>>;
  /** Called once with the registry that they belong to. */
  joined(registry: Registry): void;
  /** Ends what they do by themselves. */
  close(): Promise<unknown>;
}

export function openParts(parts: readonly Part[], context: PartContext): OpenedParts {
  const opened = parts.map((part) => part.open(context));
  const shouts = async () =>
    (await Promise.all(opened.map(async (part) => (await part.shouts?.()) ?? []))).flat();
  return {
    brought: {
      calls: Object.fromEntries(opened.flatMap(({ calls = {} }) => Object.entries(calls))),
      capabilities: opened.flatMap(({ capabilities = [] }) => capabilities),
      previewLinkOf: async (by) => {
        for (const { previewLinkOf } of opened) {
          const link = await previewLinkOf?.(by);
          if (link !== undefined && link !== null) return link;
        }
        return null;
      },
      logFile: async (path) => {
        for (const { logFile } of opened) {
          const file = await logFile?.(path);
          if (file !== undefined && file !== null) return file;
        }
        return null;
      },
    },
    listeners: opened.flatMap(({ listeners = [] }) => listeners),
    bearers: opened.flatMap((part) => part.bearers ?? []),
    holdUp: async (channel, actor) => {
      for (const { holdsUp } of opened) {
        const putDown = await holdsUp?.(channel, actor);
        if (putDown) return putDown;
      }
      return null;
    },
    glassBroken: (actor) => {
      for (const part of opened) part.glassBroken?.(actor);
    },
    shouts,
    board: async (asked) => {
      const added = await Promise.all(opened.map(async (part) => part.board?.(asked)));
      const lines = await shouts();
      const shouted: Partial<Board> = lines.length === 0 ? {} : { shouts: lines };
      return added.reduce<Partial<Board>>((all, more) => Object.assign(all, more), shouted);
    },
    joined: (registry) => {
      for (const part of opened) part.joined(registry);
    },
    close: () => Promise.all(opened.map((part) => part.close?.())),
  };
}
