// As its compiler writes v-html, and markup that never changes.
import { createApp, createStaticVNode, h } from 'vue';

const fixed = '<p>1</p><p>2</p>';

export function show(element) {
  const rich = () => h('div', { innerHTML: '<b style="color: rgb(1, 2, 3)">bread</b>' });
  createApp({ render: () => [rich(), createStaticVNode(fixed, 2)] }).mount(element);
}
export const isRight = (element) =>
  getComputedStyle(element.querySelector('b')).color === 'rgb(1, 2, 3)' &&
  element.querySelectorAll('p').length === 2;
