// As its compiler writes what stands in JSX.
import { createSignal } from 'solid-js';
import { insert, render, template } from 'solid-js/web';

const made = template('<div><b>Baked<!> times</b><i>warm');

export function show(element) {
  const [count] = createSignal(3);
  render(() => {
    const root = made();
    const bold = root.firstChild;
    insert(bold, count, bold.firstChild.nextSibling);
    return root;
  }, element);
}
export const isRight = (element) =>
  element.querySelector('b')?.textContent === 'Baked3 times' &&
  element.querySelector('i')?.textContent === 'warm';
