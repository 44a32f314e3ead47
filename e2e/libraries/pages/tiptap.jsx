import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';

export function show(element) {
  const content = '<p>Fresh <strong>bread</strong></p>';
  new Editor({ element, extensions: [StarterKit], content });
}
export const isRight = (element) =>
  element.querySelector('.tiptap strong')?.textContent === 'bread' &&
  getComputedStyle(element.querySelector('.tiptap')).whiteSpace === 'break-spaces';
