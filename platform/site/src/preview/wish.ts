/** How somebody asks for a preview: by a link's secret, by a manager's ticket, or, within one, for another selection. */
const grammar = {
  link: /^[\w-]{1,100}$/,
  ticket: /^[\w-]{43}$/,
  look: /^\/\?[\w@.=&+-]{1,1000}$/,
} as const;

/** What is asked for, as it stands in the query of an address. */
export interface Wish {
  readonly kind: keyof typeof grammar;
  readonly text: string;
}

/** The wish of a query or a form; null: it has none, or one that can be no such thing. */
export function wishOf(query: URLSearchParams): Wish | null {
  for (const kind of ['link', 'ticket', 'look'] as const) {
    const text = query.get(kind);
    if (text !== null) return grammar[kind].test(text) ? { kind, text } : null;
  }
  return null;
}

/** The query of an address that asks for it. */
export function queryOf({ kind, text }: Wish): string {
  return new URLSearchParams({ [kind]: text }).toString();
}
