import { editor } from 'monaco-editor/editor/editor.api';
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() };

export function show(element) {
  element.style.height = '200px';
  editor.create(element, { value: 'bread' });
}
export const isRight = (element) =>
  element.querySelector('.view-line')?.textContent === 'bread' &&
  getComputedStyle(element.querySelector('.mtk1')).color !== '';
