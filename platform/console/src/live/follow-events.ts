import { backoff, jittered } from '@tallystick/timing/backoff';

/** `live`: the registry sends changes at once. `lost`: it cannot be reached, and is tried again. */
export type Connection = 'connecting' | 'live' | 'lost';

interface FollowParts {
  onChanged: () => void;
  onConnection: (connection: Connection) => void;
}

/**
 * Follows the registry's event stream. The browser reopens a stream that broke off. It gives up one that
 * was refused, because the session ended or the server is starting; that one is reopened here.
 */
export function followEvents({ onChanged, onConnection }: FollowParts) {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function start(): void {
    clearTimeout(timer);
    source?.close();
    const opened = new EventSource('/v1/events');
    source = opened;
    opened.addEventListener('open', () => {
      failures = 0;
      onConnection('live');
    });
    opened.addEventListener('changed', onChanged);
    opened.addEventListener('error', () => {
      onConnection('lost');
      if (opened.readyState !== opened.CLOSED || opened !== source) return;
      clearTimeout(timer);
      timer = setTimeout(start, jittered(backoff(failures), Math.random()));
      failures += 1;
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
