import type { ReactNode } from 'react';
import { type RenderMountable, RenderMountableContext } from './render-mountable.ts';

/**
 * Renders what may hold mountables, whose own HTML may come later: React draws once to ask for it, and once more with
 * it. Without mountables it draws once.
 *
 * @param draw resolves to the HTML of an element
 * @throws what a mountable throws
 */
export async function renderedMountables(
  element: ReactNode,
  draw: (element: ReactNode) => Promise<string>,
): Promise<string> {
  const asked = new Map<object, Promise<string>>();
  const rendered = new Map<object, string>();
  const render: RenderMountable = (mountable, props) => {
    if (!asked.has(mountable))
      asked.set(mountable, (async () => mountable.render?.(props) ?? '')());
    return rendered.get(mountable) ?? '';
  };
  const page = <RenderMountableContext value={render}>{element}</RenderMountableContext>;
  const html = await draw(page);
  if (asked.size === 0) return html;
  await Promise.all(
    [...asked].map(async ([mountable, coming]) => rendered.set(mountable, await coming)),
  );
  return await draw(page);
}
