import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import { isMonaco, showMonaco } from '../show-monaco.js';

export const show = (element) => showMonaco(element, () => new EditorWorker());
export const isRight = isMonaco;
