import { openUnverified, readRelease } from '@tallystick/contract/read-release';
import type { ReleaseDocument } from '@tallystick/contract/release';
import type { LightMyRequestResponse } from 'fastify';

/** The cookie that came with an answer; '' if none did. */
export function cookieOf({ headers }: LightMyRequestResponse): string {
  return String(headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
}

/** The cookies of a browser after an answer. */
export function withCookies(before: string, { cookies }: LightMyRequestResponse): string {
  const kept = new Map(before.split('; ').flatMap((one) => (one === '' ? [] : [splitAt(one)])));
  for (const { name, value, maxAge } of cookies) {
    if (maxAge === 0) kept.delete(name);
    else kept.set(name, value);
  }
  return [...kept].map((one) => one.join('=')).join('; ');
}

function splitAt(pair: string): [string, string] {
  const end = pair.indexOf('=');
  return [pair.slice(0, end), pair.slice(end + 1)];
}

/** Where the button of the page that asks leads; null: it is another page. */
export function yesIn(html: string): string | null {
  const [, action] = /<form action="([^"]+)">/.exec(html) ?? [];
  if (action === undefined) return null;
  const fields = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const query = new URLSearchParams();
  for (const [, name = '', value = ''] of fields) {
    query.append(name, value.replaceAll('&amp;', '&'));
  }
  return `${action}?${query}`;
}

/** The release document that a page has inlined. */
export function releaseIn(html: string): Promise<ReleaseDocument> {
  return readRelease(JSON.stringify(inlined(html, 'release')), openUnverified);
}

/** The JSON that a page has inlined under an id. */
export function inlined(html: string, id: string): unknown {
  const match = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html);
  return JSON.parse(match?.[1] ?? 'null');
}

/** Headers of a request by which a browser opens a page. */
export const navigation = { 'sec-fetch-dest': 'document' };

/** The ticket that came with a page, by its `server-timing` header; null: none did. */
export function issuedTicket(header: unknown): string | null {
  return /^page;desc="([^"]+)"$/.exec(String(header))?.[1] ?? null;
}

/** The headers that each answer has for itself. */
export function ownOf(headers: Readonly<Record<string, unknown>>) {
  const { date, 'x-trace-id': trace, 'x-request-id': request } = headers;
  return { date, 'x-trace-id': trace, 'x-request-id': request };
}
