import { editor } from 'monaco-editor/editor/editor.api';

/** Begins an editor, whose worker each bundler begins in its own way. */
export function showMonaco(element, getWorker) {
  globalThis.MonacoEnvironment = { getWorker };
  element.style.height = '200px';
  editor.create(element, { value: 'bread\nbutter' });
}
export const isMonaco = (element) => {
  const lines = [...element.querySelectorAll('.view-line')];
  const [first, second] = lines
    .map((line) => line.getBoundingClientRect())
    .sort((one, other) => one.top - other.top);
  // Where its styles do not count, all lines lie over each other.
  return (
    lines.map(({ textContent }) => textContent).join() === 'bread,butter' &&
    first.top < second.top &&
    first.bottom <= second.top &&
    getComputedStyle(element.querySelector('.mtk1')).color !== ''
  );
};
