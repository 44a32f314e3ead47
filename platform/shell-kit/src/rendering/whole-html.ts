import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server.edge';
import { prerender } from 'react-dom/static.edge';

/** Stands in the HTML where something was not there yet as its place was drawn, or threw. */
const unfinished = /<!--\$[?!]-->/;

/**
 * The HTML of what has all of its data. What is not there yet as it is first drawn, such as a component that is
 * loaded only then, is waited for.
 *
 * @throws what a component throws, also within a boundary
 */
export async function wholeHtml(element: ReactNode): Promise<string> {
  // As text at once: streams take as much of the processor again as the components do.
  const html = renderToString(element);
  if (!unfinished.test(html)) return html;
  let problem: unknown = null;
  const { prelude } = await prerender(element, {
    // What it would move to the end of the page, scripts would have to move back.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      problem ??= error;
    },
  });
  const waited = await new Response(prelude).text();
  if (problem !== null) throw problem;
  return waited;
}
