import { backoff, jittered } from '@tallystick/shared/machine/backoff';

/** `live`: the registry tells of changes at once. `lost`: it cannot be reached, and is tried again. */
export type Connection = 'connecting' | 'live' | 'lost';

/** The part of an EventSource that is used here. */
export interface EventStream {
  readonly readyState: number;
  readonly CLOSED: number;
  addEventListener(type: string, listener: () => void): void;
  close(): void;
}

interface FollowParts {
  /** Opens a stream of the registry's events. */
  open: () => EventStream;
  onChanged: () => void;
  onConnection: (connection: Connection) => void;
  /** Milliseconds before the try after `failures` failed ones. */
  delay?: (failures: number) => number;
}

/**
 * Follows the registry's event stream. The browser opens a stream that broke off by itself; one that
 * was refused (a session that ended, a server that starts) it gives up, and it is opened here again.
 */
export function followEvents({
  open,
  onChanged,
  onConnection,
  delay = (failed) => jittered(backoff(failed - 1), Math.random()),
}: FollowParts) {
  let source: EventStream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function start(): void {
    clearTimeout(timer);
    source?.close();
    const opened = open();
    source = opened;
    opened.addEventListener('open', () => {
      failures = 0;
      onConnection('live');
    });
    opened.addEventListener('changed', () => onChanged());
    opened.addEventListener('error', () => {
      onConnection('lost');
      if (opened.readyState !== opened.CLOSED || opened !== source) return;
      failures += 1;
      clearTimeout(timer);
      timer = setTimeout(start, delay(failures));
    });
  }

  onConnection('connecting');
  start();
  return {
    /** Tries now, in place of later. */
    retry: start,
    stop(): void {
      clearTimeout(timer);
      source?.close();
      source = null;
    },
  };
}
