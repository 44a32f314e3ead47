import type { Registry } from '../registry.ts';
import type { Reader } from '../store/writes.ts';
import { flush, forget } from './flush.ts';
import { openIntake } from './intake.ts';

/** Every how many flushes the tables are looked through for what is too old. */
const forgetEvery = 30;

export interface ReportsParts {
  db: Reader;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Between two flushes, in milliseconds. */
  pace: number;
}

export interface Reports extends Pick<Registry, 'report'> {
  /** Writes what has come in; resolves when it is in the tables. */
  flush(): Promise<void>;
  /** Ends the flushing, after a last one. */
  close(): Promise<void>;
}

/** Takes in what tabs report and writes it into the tables at a pace of its own. */
export function openReports({ db, now, pace }: ReportsParts): Reports {
  const intake = openIntake();
  let flushes = 0;
  let last: Promise<unknown> = Promise.resolve();

  function flushOnce(): Promise<void> {
    const result = last.then(async () => {
      const news = intake.drain();
      if (news.length > 0) await flush(db, news, now());
      if (flushes % forgetEvery === 0) await forget(db, now());
      flushes += 1;
    });
    last = result.catch(() => {});
    return result;
  }

  // What cannot be written now is lost: tabs say the whole of their state again soon.
  const timer = setInterval(() => flushOnce().catch(() => {}), pace);
  timer.unref();
  return {
    report: intake.take,
    flush: flushOnce,
    close: async () => {
      clearInterval(timer);
      await flushOnce().catch(() => {});
    },
  };
}
