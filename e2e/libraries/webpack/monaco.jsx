import { isMonaco, showMonaco } from '../show-monaco.js';

const beginWorker = () =>
  new Worker(new URL('monaco-editor/editor/editor.worker', import.meta.url));

export const show = (element) => showMonaco(element, beginWorker);
export const isRight = isMonaco;
