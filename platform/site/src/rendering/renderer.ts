import { AsyncLocalStorage } from 'node:async_hooks';
import type { ReleaseDocument } from '@tallystick/contract/release';
import type { AskApi } from '../definition/define-site.ts';
import type { BuildProcess } from './build-process.ts';
import { type BuildProcessesOptions, openBuildProcesses } from './build-processes.ts';
import type { PageUnderWay } from './page-under-way.ts';
import type { BuildTexts } from './process-messages.ts';
import { apiAway, type RenderResult, tooLong, tooMuch } from './render-result.ts';

/** Pages of two builds under way at once. */
const maxUnderWay = 20;

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

export interface RendererOptions extends RenderLimits, BuildProcessesOptions {
  /** Calls the site's API. */
  readonly call: AskApi;
}

export type Renderer = ReturnType<typeof openRenderer>;

/** Renders pages by the server entries of their builds: a process for each two builds. */
export function openRenderer({
  call,
  limitMs = 2_000,
  beginMs = 10_000,
  ...options
}: RendererOptions) {
  const processes = openBuildProcesses(options);
  let pages = 0;

  return {
    /** Renders a page. Never rejects, and takes no longer than the limits say. */
    async render(order: RenderOrder): Promise<RenderResult> {
      const { address, release } = order;
      const running = processes.of(order);
      if (running.pages.size >= maxUnderWay) return tooMuch;
      pages += 1;
      const id = pages;
      const { promise, resolve: done } = Promise.withResolvers<RenderResult>();
      const page: PageUnderWay = {
        answers: [],
        call: AsyncLocalStorage.bind(call),
        done,
        waiting: 0,
        calls: 0,
      };
      running.pages.set(id, page);
      // A hanging page blocks its process: only its end lets other pages go on.
      const hang = () =>
        page.waiting > 0 ? done(apiAway) : processes.stop(order.builds, running, tooLong);
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
        // What a build began runs on by itself, and no page waits for it now.
        if (running.pages.size === 0)
          running.begun.then(
            ({ suspend }) => suspend(),
            () => {},
          );
      }
    },
    close: processes.close,
  };
}
