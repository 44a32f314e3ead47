import { createHash } from 'node:crypto';
import { nothingPolicy } from '@tallystick/guard/safe-headers';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../page/escape.ts';

/** What somebody is asked before a browser shows what others do not get. */
export interface Question {
  title: string;
  text: string;
  /** What would be shown, until when, by whom: each with its name. */
  facts: readonly (readonly [name: string, value: string])[];
  /** Where a yes leads, with these fields. */
  action: string;
  fields: Readonly<Record<string, string>>;
  button: string;
}

/*
 * The button comes a second after the page, in the place that is kept for it: a double click that began on another
 * page, which changed to this one under it, hits nothing.
 */
const style = `
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 34rem; margin: 10vh auto; padding: 0 1.25rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .4rem 1.25rem; margin: 1.5rem 0 }
dt { opacity: .75 }
dd { margin: 0 }
form p { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem }
button { min-height: 2.75rem; padding: 0 1.25rem; font: inherit; font-weight: 600; animation: come 1s steps(1) }
form a { padding: .6rem 0 }
@keyframes come { from { visibility: hidden } }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Of an origin of its own, so that no window of the site reads or touches it; without scripts, so that nothing but a
 * person presses its button; in no frame.
 */
const policy = `${nothingPolicy}; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; sandbox allow-forms`;

/**
 * Asks on a page that runs no code. The caller has made sure that a browser shows it by itself. The answer comes by
 * GET: the page has no origin, and cookies of this site are not sent with what such a page posts.
 */
export function sendQuestion(reply: FastifyReply, question: Question): FastifyReply {
  const { title, text, facts, action, fields, button } = question;
  const said = facts.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>\n`,
  );
  const inputs = Object.entries(fields).map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">\n`,
  );
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      // Its address is a secret, and the next page's scripts could read where somebody came from.
      .header('referrer-policy', 'no-referrer')
      .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<dl>
${said.join('')}</dl>
<form action="${escapeHtml(action)}">
${inputs.join('')}<p><button>${escapeHtml(button)}</button> <a href="/">Home</a></p>
</form>
</main>
</body>
</html>
`)
  );
}
