import type { Answer } from '@tallystick/shared/api';
import type { Feed, FeedMessage } from '@tallystick/shared/realtime';
import { backoff, jittered } from '@tallystick/timing/backoff';
import type { TransferRow } from '../contracts/transfer.ts';
import { whenOnline } from '../machine/when-online.ts';

/** Something that the ledger service counts: with the number of the last live event that is in it. */
export interface Counted {
  readonly sequence: number;
}

interface WatchOptions<Data extends Counted> {
  readonly count: (signal: AbortSignal) => Promise<Answer<Data>>;
  readonly feed: Feed;
  /** Whether a transfer is among those that are counted; one that has moved is asked about as it was, too. */
  readonly concerns: (transfer: TransferRow) => boolean;
  readonly report: (answer: Answer<Data>) => void;
}

/** `due`: it is counted once it is time and the tab is looked at; `outdated`: something came while it counts. */
type Phase = 'resting' | 'due' | 'counting' | 'outdated';

/** Milliseconds from one count to the next at least. */
const pace = 5_000;

/**
 * Counts once, and again when something was recorded. However much that is, it counts no more often
 * than `pace`, and in a hidden tab only once it is looked at. Where the ledger service cannot
 * answer it counts again after ever longer waits, and as soon as the machine is back on line. A
 * failure later on leaves what was reported. Returns what ends it.
 */
export function watchCounted<Data extends Counted>(options: WatchOptions<Data>): () => void {
  const { feed, concerns, report } = options;
  const over = new AbortController();
  let unsubscribe: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let began = 0;
  let sequence = -1;
  let failures = 0;
  let phase: Phase = 'resting';
  const isCounting = () => phase === 'counting' || phase === 'outdated';
  const heardMore = () => phase === 'outdated';

  const count = async () => {
    clearTimeout(timer);
    phase = 'counting';
    began = performance.now();
    const answer = await options.count(over.signal).catch(() => null);
    const outdated = heardMore();
    phase = 'resting';
    if (over.signal.aborted || answer === null) return;
    const passes = !answer.ok && mayPass(answer.code);
    if (answer.ok) {
      failures = 0;
      sequence = answer.data.sequence;
      report(answer);
      unsubscribe ??= feed.subscribe(hear, sequence);
    } else {
      if (sequence < 0) report(answer);
      if (passes) failures += 1;
    }
    if (outdated || passes) later();
  };
  const hear = (message: FeedMessage) => {
    if (message.type === 'event') {
      const { event } = message;
      if (event.sequence <= sequence) return;
      const before = { ...event.transfer, ...event.was };
      if (!concerns(event.transfer) && !concerns(before)) return;
    }
    if (phase === 'resting') later();
    else if (phase === 'counting') phase = 'outdated';
  };
  const later = () => {
    if (phase === 'due') return;
    phase = 'due';
    const wait = failures === 0 ? pace : pace + jittered(backoff(failures), Math.random());
    timer = setTimeout(
      () => {
        whenVisible(() => {
          if (phase === 'due') void count();
        }, over.signal);
      },
      began + wait - performance.now(),
    );
  };

  const leaveOnline = whenOnline(() => {
    if ((sequence < 0 || failures > 0) && !isCounting()) void count();
  });
  void count();
  return () => {
    over.abort();
    leaveOnline();
    unsubscribe?.();
    clearTimeout(timer);
  };
}

/** Whether the same question may be answered later: no connection, too many questions, a service in trouble. */
function mayPass(code: number): boolean {
  return code === 0 || code === 429 || code >= 500;
}

function whenVisible(act: () => void, signal: AbortSignal): void {
  if (document.hidden) {
    const look = () => whenVisible(act, signal);
    document.addEventListener('visibilitychange', look, { once: true, signal });
  } else {
    act();
  }
}
