import type { PageError } from '@tallystick/contract/page-error';
import type { TabReport } from '@tallystick/contract/release-news';
import { every } from '@tallystick/store/repeat';
import type { Context } from '../context.ts';
import { forget, noticeExpiry } from './forget.ts';
import type { BreachReport, Listener, PageBeginning } from './listener.ts';
import type { Reporter } from './reporter.ts';

/** Every how many flushes the tables are looked through for what is too old. */
const forgetEvery = 30;

/**
 * Hands on what browsers say to whoever listens, and has it written into the tables.
 *
 * @param pace between two flushes, in milliseconds
 */
export function openReports(
  {
    db,
    audit,
    now,
    hooks,
  }: Pick<Context, 'db' | 'now' | 'hooks'> & {
    audit: Pick<Context['audit'], 'follow'>;
  },
  pace: number,
) {
  const listeners: Listener[] = [];
  const rules = [noticeExpiry, ...hooks.flatMap(({ forgets = [] }) => forgets)];
  let begun = 0;

  async function flushAll(): Promise<void> {
    const isTime = begun % forgetEvery === 0;
    // Before it is tried: where it fails, the next flushes go on.
    begun += 1;
    let asked: ReturnType<typeof audit.follow> | undefined;
    /** Which builds were published is asked once for all sorts of news. */
    const write = async (listener: Listener): Promise<void> => {
      const writeNews = listener.drain();
      if (writeNews === null) return;
      asked ??= audit.follow();
      const { builds } = await asked;
      await writeNews(({ app, build }) => builds.has(`${app}@${build}`));
    };
    // Side by side: one that fails takes no other with it.
    const written = await Promise.allSettled(listeners.map(write));
    if (isTime) await forget(db, now(), rules);
    for (const one of written) if (one.status === 'rejected') throw one.reason;
  }

  // A failed flush loses what it has drained, about a second of loads, failures and errors. It is not retried, since it
  // might then count twice. Tabs soon report again which builds they run.
  const flushes = every(pace, flushAll);

  return {
    listen: (listener: Listener): void => void listeners.push(listener),
    take: (report: TabReport, reporter?: Reporter): void => {
      for (const listener of listeners) listener.tab?.(report, reporter);
    },
    noteBreach: (breach: BreachReport): void => {
      for (const listener of listeners) listener.breach?.(breach);
    },
    pageBegan: (beginning: PageBeginning, reporter: Reporter): void => {
      for (const listener of listeners) listener.pageBegan?.(beginning, reporter);
    },
    pageRuns: (page: string): void => {
      for (const listener of listeners) listener.pageRuns?.(page);
    },
    noteError: async (error: PageError): Promise<string | null> => {
      const places = await Promise.all(listeners.map((listener) => listener.siteError?.(error)));
      return places.find((place) => typeof place === 'string') ?? null;
    },
    /** Writes what has come in; resolves when it is in the tables. */
    flush: flushes.again,
    /** Ends the flushing, after a last one. */
    close: async (): Promise<void> => {
      await flushes.close();
      await flushes.run().catch(() => {});
    },
  };
}
