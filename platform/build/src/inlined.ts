/** The JSON that stands in a page of the site as `<script type="application/json" id="…">`; null: none does. */
export function inlinedJson(html: string, id: string): string | null {
  return new RegExp(`<script type="application/json" id="${id}">([^<]*)<`).exec(html)?.[1] ?? null;
}

/** The page with other JSON in that place, which cannot end its element. */
export function withInlinedJson(html: string, id: string, content: unknown): string {
  const start = `<script type="application/json" id="${id}">`;
  const from = html.indexOf(start) + start.length;
  const json = JSON.stringify(content).replaceAll('<', '\\u003c');
  return html.slice(0, from) + json + html.slice(html.indexOf('<', from));
}
