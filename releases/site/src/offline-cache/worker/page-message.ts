import * as v from 'valibot';

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
