import type { Definition } from '@tallystick/store/store';
import type { AppendRevision } from '../channel/append.ts';
import type { BoardQuestion } from '../channel/board.ts';
import type { HoldUp } from '../channel/hold-up.ts';
import type { Context } from '../context.ts';
import type { Board, Shout } from '../contract/board.ts';
import type { AnyNotice } from '../contract/notice.ts';
import type { Actor } from '../contract/tokens.ts';
import type { BroughtByParts, Channel, Registry } from '../registry.ts';
import type { Listener } from '../reports/listener.ts';
import type { ShortLivedWithin } from '../short-lived/short-lived.ts';
import type { Reader } from '../store/writes.ts';
import type { Bearers } from '../tokens/bearers.ts';
import type { Call } from './call.ts';
import type { Hooks } from './hooks.ts';

/** What a part is given of the core. */
export interface PartContext
  extends Pick<
    Context,
    'db' | 'write' | 'audit' | 'files' | 'flushReports' | 'now' | 'wall' | 'log'
  > {
  /** 32 secret bytes for a purpose, the same in each process of this registry. */
  secret(purpose: string): Uint8Array;
  shortLived: ShortLivedWithin;
  /** Keeps a notice for people, once for each key; in the transaction of what it reports, if there is one. */
  notify<N extends AnyNotice>(db: Reader, key: string, notice: N): Promise<void>;
  appendRevision: AppendRevision;
  /** The changes of a channel, judged as those of people are, and held up by nothing (`holdsUp`). */
  changesOf(channel: string): Pick<Channel, 'change' | 'request'>;
  /** What everybody asks of a channel, with all that may stand in the way. */
  channel(name: string): Pick<Channel, 'request'>;
  /** Between two looks at what is to be done, in milliseconds. */
  watchPace: number;
}

/** What a part brings once it is open. */
export interface OpenedPart {
  /** Calls of the admin API, by the names of their operations. */
  calls?: Readonly<Record<string, Call>>;
  /** What hears what browsers say. */
  listeners?: readonly Listener[];
  /** Who is known by secrets that it has given. */
  bearers?: Bearers;
  /** The link to a preview of a secret or an id; null: there is none, or not any more. */
  previewLinkOf?: BroughtByParts['previewLinkOf'];
  /** A file of the log, by its path below the log's address. */
  logFile?: BroughtByParts['logFile'];
  /** What it adds to the board of a channel. */
  board?(asked: BoardQuestion): Promise<Partial<Board>>;
  /** Puts down changes of a channel that go on, to be made later; null: they need not wait. */
  holdsUp?: HoldUp;
  /** Is told of each use of a break-glass token. */
  glassBroken?(actor: Actor): void;
  /** What everybody has to see at once: on the board, in the status and as a figure. */
  shouts?(): Promise<Shout[]>;
  /** What commands can count on that ask: `whoami`. */
  capabilities?: readonly string[];
  /** Ends what it does by itself; resolves when nothing of it runs any more. */
  close?(): Promise<void>;
}

/**
 * Something beside the core of the registry: its tables, what the core asks it, its calls. The core knows none by
 * name, and none knows another: which there are is said where a registry is opened.
 */
export interface Part extends Hooks {
  readonly name: string;
  readonly migrations: Definition['migrations'];
  open(context: PartContext): OpenedPart & {
    /** Called once with the registry that it belongs to. */
    joined(registry: Registry): void;
  };
}

/** A sort of part, and what it does for a registry that has it. */
export interface PartKind<Options, Service> {
  with(options: Options): Part;
  /** @throws Error if the registry has no such part */
  of(registry: Registry): Service;
}

/** What a sort of part is, from its options. */
interface PartForm<Service> extends Hooks {
  open(context: PartContext): OpenedPart & { service: Service };
}

export function partKind<Options, Service>(
  name: string,
  migrations: Definition['migrations'],
  form: (options: Options) => PartForm<Service>,
): PartKind<Options, Service> {
  const services = new WeakMap<Registry, Service>();
  return {
    with: (options) => {
      const { open, ...hooks } = form(options);
      return {
        ...hooks,
        name,
        migrations,
        open: (context) => {
          const { service, ...opened } = open(context);
          return { ...opened, joined: (registry) => void services.set(registry, service) };
        },
      };
    },
    of: (registry) => {
      const service = services.get(registry);
      if (service === undefined) throw new Error(`This registry was opened without ${name}.`);
      return service;
    },
  };
}
