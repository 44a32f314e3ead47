import { createHash } from 'node:crypto';
import type { Mail } from './code-mail.ts';
import { escapeHtml } from './escape-html.ts';

export interface OutboxMessage extends Mail {
  /** When its code was asked for, ISO 8601. */
  at: string;
}

const style = `
:root{color-scheme:light dark;--paper:light-dark(#fbfaf7,#141413);--card:light-dark(#fff,#1c1b1a);--ink:light-dark(#1c1b1a,#f0eee9);--soft:light-dark(#66625c,#aaa59c);--line:light-dark(#e6e2da,#2e2c29);--brand:light-dark(#0f5c4d,#6fd0b5)}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:.9375rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.45rem;font-weight:650;letter-spacing:-.02em;line-height:1.25}
.soft{color:var(--soft);max-width:60ch}
h1+p{margin:.4rem 0 1rem}
a{color:var(--brand);text-underline-offset:.2em}
a:focus-visible{outline:2px solid var(--brand);outline-offset:2px;border-radius:4px}
article{margin-top:1rem;padding:1.1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:10px}
h2{font-size:1rem;font-weight:650;line-height:1.35;overflow-wrap:anywhere}
h2+p{margin:.15rem 0 .8rem;overflow-wrap:anywhere}
time,.code{font-family:ui-monospace,"SF Mono","Cascadia Mono","DejaVu Sans Mono",Menlo,Consolas,monospace;font-variant-numeric:tabular-nums}
.code{margin-bottom:.8rem;font-size:1.9rem;font-weight:600;line-height:1.2;letter-spacing:.14em;user-select:all}
.text{white-space:pre-line;overflow-wrap:anywhere}
`;

/** What may run and load on the page: its own style, nothing else. */
export const outboxPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The outbox as a page without scripts, the newest message first. */
export function outboxPage(messages: readonly OutboxMessage[], productName: string): string {
  const title = `Outbox of ${escapeHtml(productName)}`;
  const articles = messages.map(article);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main>
<h1>${title}</h1>
<p class="soft">No mail server is set (SMTP_URL), so sign-in codes are shown here, on this machine only. Each is shown for 5 minutes; only the newest code per address.</p>
<p><a href="">Refresh</a></p>
${articles.join('\n') || '<article><p class="soft">Nothing here now.</p></article>'}
</main></body>
</html>
`;
}

function article({ to, subject, text, at }: OutboxMessage): string {
  const code = /^\d{6}/.exec(subject)?.[0] ?? '';
  return `<article><h2>${escapeHtml(subject)}</h2><p class="soft">To ${escapeHtml(to)}, <time datetime="${at}">${at.slice(11, 19)} UTC</time></p><p class="code">${code}</p><p class="text">${escapeHtml(text.replaceAll('\n\n', '\n'))}</p></article>`;
}
