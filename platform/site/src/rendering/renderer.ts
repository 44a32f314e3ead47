import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReleaseDocument } from '@tallystick/contract/release';
import { LRUCache } from 'lru-cache';
import { isAnswer } from '../api/is-answer.ts';
import type { ApiResult, AskApi, SiteApi } from '../definition/define-site.ts';
import type { ServedConfiguration } from '../page/served-configuration.ts';
import { type BuildProcess, beginBuilds } from './build-process.ts';
import { judgeMarkup } from './judge-markup.ts';
import type { BuildTexts } from './process-messages.ts';
import { type PageCall, readCall } from './read-call.ts';
import type { PageSaid } from './said.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** Pairs of builds that have a process at once; the one that was used longest ago gives way. */
const maxProcesses = 6;
/** Pages of two builds under way at once. */
const maxUnderWay = 20;
/** Calls of one page. */
const maxCalls = 20;
/** Characters of one page: many are kept in memory, each in several codings. */
const maxHtml = 1_000_000;
/** What the site's API answered to a call. */
export interface GivenAnswer extends PageCall {
  readonly result: ApiResult;
}

/** A page as it was rendered, and all that the site's API answered for it. */
export interface Rendered {
  readonly html: string;
  readonly answers: readonly GivenAnswer[];
}

/**
 * `failed`: the builds could not render it. `missing`: nor has the site's API what it is of. `moved`: it leads on to
 * another address. `gone`: the API did not answer, or too much is under way. The last two say nothing of the builds.
 */
export type RenderResult = { readonly type: 'rendered'; readonly page: Rendered } | NoPage;
interface NoPage {
  readonly type: 'failed' | 'missing' | 'moved' | 'gone';
  readonly problem: string;
}

export interface RenderOrder {
  /** Names the two builds. */
  readonly builds: string;
  /** Asked for if no process has them. */
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
  readonly configuration: ServedConfiguration;
  /** Whose calls pages may make; absent: none. */
  readonly api: Pick<SiteApi, 'url' | 'reads' | 'answerKey'> | undefined;
  /** Where the builds' code runs. */
  readonly sandbox: Sandbox;
  /** Asks the site's API. */
  readonly call: AskApi;
}

interface UnderWay {
  readonly answers: GivenAnswer[];
  /** Asks the site's API for whoever asked for the page: what the process says comes in no request's context. */
  readonly call: AskApi;
  readonly done: (result: RenderResult) => void;
  waiting: number;
  /** Of the calls that were made. */
  calls: number;
}

/** A process of two builds. */
interface Running {
  /** Once their code has run. */
  readonly begun: Promise<BuildProcess>;
  readonly end: AbortController;
  readonly pages: Map<number, UnderWay>;
  /** What its pages are rendered by; null: it has not been told. */
  release: ReleaseDocument | null;
  /** It has rendered a page: until then its code has never run. */
  isWarm: boolean;
}

export type Renderer = ReturnType<typeof openRenderer>;

/** Renders pages by the server entries of their builds: a process for each two builds. */
export function openRenderer({
  configuration,
  api,
  sandbox,
  call,
  limitMs = 2_000,
  beginMs = 10_000,
}: RendererOptions) {
  /** By the names of the builds. */
  const processes = new LRUCache<string, Running>({
    max: maxProcesses,
    disposeAfter(oldest, builds, reason) {
      if (reason === 'evict') stop(builds, oldest, tooMuch);
    },
  });
  let pages = 0;

  /** The process of these builds, begun if need be. */
  function runningOf({ builds, texts }: RenderOrder): Running {
    const known = processes.get(builds);
    if (known !== undefined) return known;
    const end = new AbortController();
    const begin = async () =>
      await beginBuilds(
        sandbox,
        { ...(await texts()), configuration, api: api?.url ?? null },
        {
          signal: end.signal,
          said: (message) => said(running, message),
          ended: (problem) => stop(builds, running, { type: 'failed', problem }),
        },
      );
    const running: Running = {
      begun: begin(),
      end,
      pages: new Map(),
      release: null,
      isWarm: false,
    };
    running.begun.catch((error: unknown) =>
      stop(builds, running, { type: 'gone', problem: String(error) }),
    );
    processes.set(builds, running);
    return running;
  }

  /** Ends a process, also one that has ended. */
  function stop(builds: string, running: Running, { type, problem }: NoPage): void {
    if (processes.peek(builds) === running) processes.delete(builds);
    // The oldest is the one that took long or broke it; the others only waited beside it.
    const [oldest, ...others] = running.pages.values();
    oldest?.done({ type, problem });
    for (const page of others) page.done({ type: 'gone', problem });
    running.end.abort();
  }

  function said(running: Running, message: PageSaid): void {
    const page = running.pages.get(message.id);
    if (message.type === 'call') return void answer(running, page, message);
    if (page === undefined) return;
    running.isWarm = true;
    page.done(resultOf(message, page.answers));
  }

  async function answer(
    { begun }: Running,
    page: UnderWay | undefined,
    { call: asked, path, body }: Extract<PageSaid, { type: 'call' }>,
  ): Promise<void> {
    const { send } = await begun;
    // Who waits there for it is to wait no longer.
    const refuse = () => send({ call: asked, code: 0, text: '' });
    if (page === undefined) return refuse();
    page.calls += 1;
    const made = page.calls <= maxCalls ? readCall(api, path, body) : null;
    if (made === null) {
      refuse();
      return page.done({ type: 'failed', problem: `it calls ${path}, which no page may here` });
    }
    page.waiting += 1;
    const result = await page.call(made.path, made.body);
    page.waiting -= 1;
    const { code, ...answered } = result;
    if (!isAnswer(result)) {
      refuse();
      return page.done(apiAway);
    }
    page.answers.push({ ...made, result });
    send({ call: asked, code, text: JSON.stringify(answered) });
  }

  return {
    /** Renders a page. Never rejects, and takes no longer than the limits say. */
    async render(order: RenderOrder): Promise<RenderResult> {
      const { address, release } = order;
      const running = runningOf(order);
      if (running.pages.size >= maxUnderWay) return tooMuch;
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
      running.pages.set(id, page);
      // What runs in it runs on; only its end helps those that come after.
      const hang = () => (page.waiting > 0 ? done(apiAway) : stop(order.builds, running, tooLong));
      let timer = setTimeout(hang, beginMs);
      const begun = ({ send, resume }: BuildProcess) => {
        clearTimeout(timer);
        resume();
        timer = setTimeout(hang, running.isWarm ? limitMs : beginMs);
        // It is the same for most pages, and longer than all else that is said of them.
        if (running.release !== release) send({ release });
        running.release = release;
        send({ id, address });
      };
      running.begun.then(begun, () => {});
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        running.pages.delete(id);
        // What a build began runs on by itself; nobody waits for it now.
        if (running.pages.size === 0)
          running.begun.then(
            ({ suspend }) => suspend(),
            () => {},
          );
      }
    },
    close(): void {
      for (const [builds, running] of [...processes]) {
        stop(builds, running, { type: 'gone', problem: 'the server stops' });
      }
    },
  };
}

function resultOf(
  message: Exclude<PageSaid, { type: 'call' }>,
  answers: readonly GivenAnswer[],
): RenderResult {
  if (message.type !== 'rendered') {
    const isThere = answers.every(({ result }) => result.code !== 404);
    return message.type === 'moved' || isThere ? message : notThere;
  }
  const { html } = message;
  if (html.length > maxHtml) return tooLarge;
  const problem = judgeMarkup(html);
  if (problem === null) return { type: 'rendered', page: { html, answers } };
  return { type: 'failed', problem: `its HTML is not as it must be: ${problem}` };
}

const notThere = { type: 'missing', problem: "the site's API has nothing of it" } as const;
const tooLarge = { type: 'failed', problem: 'its HTML is too long' } as const;
const apiAway = { type: 'gone', problem: "the site's API does not answer" } as const;
const tooLong = {
  type: 'failed',
  problem: 'it takes too long, or this machine is too busy',
} as const;
const tooMuch = { type: 'gone', problem: 'too many pages are being rendered' } as const;
