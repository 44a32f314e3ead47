/** How somebody asks for a preview: by a link's secret, by a manager's ticket, or, within one, for another selection. */
const grammar = {
  link: /^[\w-]{1,100}$/,
  ticket: /^[\w-]{43}$/,
  look: /^\/\?[\w@.=&+-]{1,1000}$/,
} as const;

/** A path of this site: what begins with two slashes would be of another one. */
const pathPattern = /^\/(?![/\\])[\w@:+%.~/-]{0,1000}$/;

/** What is asked for, as it stands in the query of an address. */
export interface Wish {
  readonly kind: keyof typeof grammar;
  readonly text: string;
  /** The page that a link leads to; absent: the first one of what it shows. */
  readonly page?: string;
}

/** The wish of a query or a form; null: it has none, or one that can be no such thing. */
export function wishOf(query: URLSearchParams): Wish | null {
  for (const kind of ['link', 'ticket', 'look'] as const) {
    const text = query.get(kind);
    if (text === null) continue;
    if (!grammar[kind].test(text)) return null;
    const page = kind === 'link' ? query.get('page') : null;
    return page !== null && pathPattern.test(page) ? { kind, text, page } : { kind, text };
  }
  return null;
}

/** The query of an address that asks for it. */
export function queryOf(wish: Wish): string {
  return new URLSearchParams(fieldsOf(wish)).toString();
}

/** The same as fields of a form. */
export function fieldsOf({ kind, text, page }: Wish): Record<string, string> {
  return { [kind]: text, ...(page !== undefined && { page }) };
}
