import { mount } from 'svelte';
import Counter from '../counter.svelte.js';

export const show = (target) => void mount(Counter, { target, props: { count: 3 } });
export const isRight = (element) =>
  element.querySelector('b')?.textContent === 'Baked 3 times' &&
  element.querySelector('i')?.textContent === 'warm';
