import Prism from 'prismjs';

export function show(element) {
  const code = element.appendChild(document.createElement('code'));
  code.className = 'language-js';
  code.textContent = 'const bread = 3;';
  Prism.highlightElement(code);
}
export const isRight = (element) =>
  element.querySelector('.token.keyword')?.textContent === 'const';
