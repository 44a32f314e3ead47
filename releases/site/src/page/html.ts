/** A text as it may stand in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export interface Notice {
  title: string;
  text: string;
  /** A way on. */
  link?: { href: string; text: string };
  /** Seconds after which the browser asks again. */
  again?: number;
}

/** A page of words alone, for when there is no release to make a page from. */
export function renderNotice({ title, text, link, again }: Notice): string {
  const refresh = again === undefined ? '' : `<meta http-equiv="refresh" content="${again}">\n`;
  const way =
    link === undefined ? '' : ` <a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refresh}<title>${escapeHtml(title)}</title>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}${way}</p>
</main>
</body>
</html>
`;
}
