import { basicSetup, EditorView } from 'codemirror';

export function show(parent) {
  new EditorView({ doc: 'bread', extensions: [basicSetup], parent });
}
export const isRight = (element) =>
  getComputedStyle(element.querySelector('.cm-editor')).display === 'flex';
