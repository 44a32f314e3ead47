import Quill from 'quill';
import 'quill/dist/quill.snow.css';

export function show(element) {
  const quill = new Quill(element.appendChild(document.createElement('div')), { theme: 'snow' });
  quill.clipboard.dangerouslyPasteHTML('<p>Fresh <strong>bread</strong></p>');
}
export const isRight = (element) =>
  element.querySelector('.ql-toolbar svg') !== null &&
  element.querySelector('.ql-editor strong')?.textContent === 'bread';
