import * as v from 'valibot';
import type { ApiCall, SiteApi } from '../definition/define-site.ts';

const bodySchema = v.nullable(
  v.pipe(v.string(), v.maxLength(4_000), v.parseJson(), v.record(v.string(), v.unknown())),
);

/** A call of the site's API that is made for a page. */
export interface PageCall extends ApiCall {
  /** The key by which the page finds the answer that comes with it. */
  readonly key: string;
}

/** The call to make where a page that is rendered asks for one; null: no page may make it. */
export function readCall(
  api: Pick<SiteApi, 'reads' | 'answerKey'> | undefined,
  path: string,
  text: string | null,
): PageCall | null {
  if (api === undefined) return null;
  const { reads, answerKey = usualKey } = api;
  const parsed = v.safeParse(bodySchema, text);
  if (!parsed.success) return null;
  try {
    const call = reads({ path, body: parsed.output });
    return call && { ...call, key: answerKey(call.body) };
  } catch {
    // A build can send any body: what the site's function makes of it must not end the server.
    return null;
  }
}

const usualKey = (body: object | null) => (body === null ? '' : JSON.stringify(body));
