import * as v from 'valibot';
import type { PageCache } from './page-cache.ts';

const text = v.fallback(v.string(), '');
const build = v.object({ app: text, build: text });

/** What a page of the site tells the worker; null: nothing that the worker knows. */
const messageSchema = v.fallback(
  v.nullable(
    v.variant('type', [
      /** It ran without a failure: what it has inlined, and the remotes' builds that run in it. */
      v.object({
        type: v.literal('ran'),
        release: text,
        configuration: text,
        builds: v.fallback(v.array(build), []),
      }),
      /** This build was recalled. */
      v.object({ type: v.literal('recalled'), ...build.entries }),
    ]),
  ),
  null,
);
export type PageMessage = NonNullable<v.InferOutput<typeof messageSchema>>;

export function readPageMessage(data: unknown): PageMessage | null {
  return v.parse(messageSchema, data);
}

/**
 * Does what pages tell, one after the other. A recall does not wait for what is still being fetched, and holds for
 * that as well.
 */
export function hearPages({ update, forget }: Pick<PageCache, 'update' | 'forget'>) {
  let queue: Promise<unknown> = Promise.resolve();
  return (message: PageMessage): Promise<unknown> => {
    const handle = () => (message.type === 'ran' ? update(message) : forget(message));
    const atOnce = message.type === 'recalled' ? forget(message) : null;
    // The site works without a cached page, so a failure has no consequence.
    queue = Promise.allSettled([atOnce, queue.then(handle)]);
    return queue;
  };
}
