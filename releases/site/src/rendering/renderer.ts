import { AsyncLocalStorage } from 'node:async_hooks';
import type { Call, CallResult } from '@tallystick/shared/api/call';
import type { HandedAnswer } from '@tallystick/shared/contracts/handed-answers';
import { handedBody } from '@tallystick/shared/contracts/handed-answers';
import type { ReleaseDocument } from '@tallystick/shared/contracts/release';
import type { SiteConfiguration } from '@tallystick/shared/contracts/site';
import * as v from 'valibot';
import { type BuildTexts, openRenderLink, type Said } from './render-link.ts';

/** Pairs of builds that have a thread at once; the one that was used longest ago gives way. */
const maxThreads = 6;
/** Pages of two builds under way at once. */
const maxUnderWay = 20;
/** Calls of one page. */
const maxCalls = 20;
/**
 * What content is not made of: it would load, or send browsers elsewhere. React says ahead which pictures are in
 * the content.
 */
const elsewhere =
  /<(script|style|link(?! rel="preload" as="image" href="\/artifacts\/[^"]*"\/>)|meta|base|iframe|frame|object|embed|template)\b/i;
/** The calls that read: no other is made for a page that is rendered. */
const reads =
  /^(transfers|assets)\/(list\/[a-z]+|details|data\/details|neighbours|summary|activity)$|^(users|teams)\/details$|^parties\/counterparties$/;
const bodySchema = v.pipe(
  v.string(),
  v.maxLength(4_000),
  v.parseJson(),
  v.object({
    data: v.record(v.string(), v.unknown()),
    srvc: v.optional(v.picklist(['issuer', 'caller', 'verifier'])),
  }),
);

/** A page as it was rendered, and all that the ledger answered for it. */
export interface Rendered {
  readonly html: string;
  readonly answers: readonly HandedAnswer[];
}

/**
 * `failed`: the builds could not render it. `gone`: the ledger did not answer, or too much is under way; it says
 * nothing of the builds.
 */
export type RenderResult =
  | { readonly type: 'rendered'; readonly page: Rendered }
  | { readonly type: 'failed' | 'gone'; readonly problem: string };

export interface RenderOrder {
  /** Names the two builds. */
  readonly builds: string;
  /** Asked for if no thread has them. */
  readonly texts: () => Promise<BuildTexts>;
  /** Path and query. */
  readonly address: string;
  readonly release: ReleaseDocument;
}

/** Milliseconds. */
export interface RenderLimits {
  /** That a page may take to be rendered. */
  readonly limitMs?: number;
  /** That builds may take to begin, and for their first page. */
  readonly beginMs?: number;
}

export interface RendererOptions extends RenderLimits {
  readonly configuration: SiteConfiguration;
  /** Asks the ledger. */
  readonly call: Call;
}

interface UnderWay {
  readonly answers: HandedAnswer[];
  /** Asks the ledger for whoever asked for the page: what the thread says comes in no request's context. */
  readonly call: Call;
  readonly done: (result: RenderResult) => void;
  waiting: number;
  /** Of the calls that were made. */
  calls: number;
}

interface Thread {
  readonly name: string;
  readonly ready: Promise<void>;
  readonly isReady: () => void;
  readonly pages: Map<number, UnderWay>;
  /** What its pages are rendered by; null: it has not been told. */
  release: ReleaseDocument | null;
  /** It has rendered a page: until then its code has never run. */
  isWarm: boolean;
}

export type Renderer = ReturnType<typeof openRenderer>;

/** Renders pages by the server entries of their builds, in threads of a process apart. */
export function openRenderer({
  configuration,
  call,
  limitMs = 1_000,
  beginMs = 5_000,
}: RendererOptions) {
  /** By the names of their builds, the one used longest ago first. */
  const threads = new Map<string, Thread>();
  const link = openRenderLink({ said, ended: end, lost: () => endAll('the process ended') });
  let pages = 0;
  let begun = 0;

  function threadOf(name: string): Thread | undefined {
    return [...threads.values()].find((thread) => thread.name === name);
  }

  function said(name: string, message: Said): void {
    const thread = threadOf(name);
    if (message.type === 'ready') {
      thread?.isReady();
      return;
    }
    const page = thread?.pages.get(message.id);
    if (thread === undefined || page === undefined) return;
    if (message.type === 'call') return void answer(thread, page, message);
    thread.isWarm = true;
    page.done(resultOf(message, page.answers));
  }

  async function answer(
    { name }: Thread,
    page: UnderWay,
    { call: asked, path, body }: Extract<Said, { type: 'call' }>,
  ): Promise<void> {
    page.calls += 1;
    const parsed = v.safeParse(bodySchema, body);
    if (!parsed.success || !reads.test(path) || page.calls > maxCalls) {
      return page.done({ type: 'failed', problem: `it calls ${path}, which no page may here` });
    }
    page.waiting += 1;
    const { data, srvc } = parsed.output;
    const sent = { data, ...(srvc && { srvc }) };
    const result = await page.call(path, sent);
    page.waiting -= 1;
    if (!isAnswer(result)) return page.done(ledgerAway);
    page.answers.push({ path, body: handedBody(sent), result });
    const { code, ...answered } = result;
    link.send(name, { call: asked, code, text: JSON.stringify(answered) });
  }

  function end(name: string, problem: string): void {
    const found = [...threads].find(([, thread]) => thread.name === name);
    if (found === undefined) return;
    const [builds, thread] = found;
    threads.delete(builds);
    thread.isReady();
    // The oldest is the one that took long or broke it; the others only waited beside it.
    const [oldest, ...others] = thread.pages.values();
    oldest?.done({ type: 'failed', problem });
    for (const page of others) page.done({ type: 'gone', problem });
  }

  function endAll(problem: string): void {
    for (const { name } of [...threads.values()]) end(name, problem);
  }

  /** The thread of these builds, begun if need be; another one's name is never used again. */
  async function begin({ builds, texts }: RenderOrder): Promise<Thread> {
    const known = threads.get(builds);
    if (known !== undefined) {
      threads.delete(builds);
      threads.set(builds, known);
      return known;
    }
    const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
    begun += 1;
    const name = `${begun} ${builds}`;
    const thread: Thread = { name, ready, isReady, pages: new Map(), release: null, isWarm: false };
    threads.set(builds, thread);
    for (const [first, oldest] of threads) {
      if (threads.size <= maxThreads) break;
      threads.delete(first);
      link.end(oldest.name);
      for (const page of oldest.pages.values()) page.done(tooMuch);
    }
    link.begin(name, { ...(await texts()), configuration });
    return thread;
  }

  return {
    /** Renders a page. Never rejects, and takes no longer than the limits say. */
    async render(order: RenderOrder): Promise<RenderResult> {
      const { address, release } = order;
      const thread = await begin(order).catch((error: unknown) => String(error));
      if (typeof thread === 'string') {
        threads.delete(order.builds);
        return { type: 'gone', problem: thread };
      }
      if (thread.pages.size >= maxUnderWay) return tooMuch;
      pages += 1;
      const id = pages;
      const { promise, resolve: done } = Promise.withResolvers<RenderResult>();
      const page: UnderWay = {
        answers: [],
        call: AsyncLocalStorage.bind(call),
        done,
        waiting: 0,
        calls: 0,
      };
      thread.pages.set(id, page);
      const hang = () => {
        if (page.waiting > 0) return done(ledgerAway);
        // What runs in it runs on; only its end helps those that come after.
        link.end(thread.name);
        end(thread.name, tooLong.problem);
        // Also if the thread has ended in another way.
        done(tooLong);
      };
      let timer = setTimeout(hang, beginMs);
      void thread.ready.then(() => {
        clearTimeout(timer);
        timer = setTimeout(hang, thread.isWarm ? limitMs : beginMs);
        // It is the same for most pages, and longer than all else that is said of them.
        if (thread.release !== release) link.send(thread.name, { release });
        thread.release = release;
        link.send(thread.name, { id, address });
      });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        thread.pages.delete(id);
      }
    },
    close(): void {
      link.close();
      endAll('the server stops');
    },
  };
}

function resultOf(
  message: Extract<Said, { type: 'rendered' | 'failed' }>,
  answers: readonly HandedAnswer[],
): RenderResult {
  if (message.type === 'failed') return message;
  const { html } = message;
  const notContent = elsewhere.exec(html)?.[1];
  if (notContent === undefined) return { type: 'rendered', page: { html, answers } };
  return { type: 'failed', problem: `its HTML holds <${notContent}>, which is no content` };
}

const ledgerAway = { type: 'gone', problem: 'the ledger does not answer' } as const;
const tooLong = { type: 'failed', problem: 'it takes too long' } as const;
const tooMuch = { type: 'gone', problem: 'too many pages are being rendered' } as const;

/** Whether the ledger has said something that holds: what it refuses or fails at may be otherwise in a moment. */
export function isAnswer({ code }: CallResult): boolean {
  return code === 404 || (code >= 200 && code < 300);
}
