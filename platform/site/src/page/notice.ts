import type { FastifyReply } from 'fastify';
import { escapeHtml } from './escape.ts';
import { ownForm, wordsAlone } from './policy.ts';

export interface Notice {
  title: string;
  text: string;
  /** A way on. */
  link?: { href: string; text: string };
  /** A question: what is posted when somebody says yes. */
  form?: { action: string; fields: Readonly<Record<string, string>>; button: string };
  /** Seconds after which the browser asks again. */
  again?: number;
}

/** A page of words alone, for when there is no release to make a page from. */
function renderNotice({ title, text, link, form }: Notice): string {
  const way =
    link === undefined ? '' : ` <a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}${way}</p>
${form === undefined ? '' : renderForm(form)}</main>
</body>
</html>
`;
}

function renderForm({ action, fields, button }: NonNullable<Notice['form']>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">\n`,
  );
  return `<form method="post" action="${escapeHtml(action)}">
${inputs.join('')}<p><button>${escapeHtml(button)}</button> <a href="/">Home</a></p>
</form>
`;
}

/** The caller has set the status and `cache-control`. */
export function sendNotice(reply: FastifyReply, notice: Notice): FastifyReply {
  if (notice.again !== undefined) {
    // In the page itself browsers ignore it: it has a sandbox.
    reply.header('retry-after', notice.again).header('refresh', notice.again);
  }
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', notice.form === undefined ? wordsAlone : ownForm)
    .send(renderNotice(notice));
}
