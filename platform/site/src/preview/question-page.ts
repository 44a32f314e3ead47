import { createHash } from 'node:crypto';
import { nothingPolicy } from '@tallystick/guard/safe-headers';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../page/escape.ts';

/** What somebody is asked before their browser shows a preview. */
export interface Question {
  title: string;
  text: string;
  /** Such as what would be shown, until when, and by whom. */
  facts: readonly (readonly [name: string, value: string])[];
  /** Where the form with these fields is posted if the answer is yes. */
  action: string;
  fields: Readonly<Record<string, string>>;
  button: string;
}

/*
 * The button appears a second after the page; its space is reserved from the start. So the second click of a double
 * click on the page before hits nothing.
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
 * The page has an origin of its own, so that no window of the site can read or change it. It has no scripts, so that
 * only a person can press its button. No frame can show it.
 */
const policy = `${nothingPolicy}; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; sandbox allow-forms`;

/**
 * Asks on a page that runs no code. The caller has made sure that a browser navigates to it. The answer comes by GET:
 * the page has an opaque origin, and browsers send no cookies of this site with what such a page posts.
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
      // The address is a secret, which scripts of the next page could read as the referrer.
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
