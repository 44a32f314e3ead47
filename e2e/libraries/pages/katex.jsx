import katex from 'katex';
import 'katex/dist/katex.min.css';

const html = katex.renderToString('x^2', { output: 'html' });

export function show(element) {
  element.innerHTML = html;
}
export const isRight = (element) =>
  Number.parseFloat(getComputedStyle(element.querySelector('.katex .katex-strut')).height) > 5;
