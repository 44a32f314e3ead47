import { integrityOf } from '@tallystick/contract/file-hashes';

/**
 * In a rendered page the shell's scripts stand after the content, for they would take a part of the line from it. Where
 * a build's markup has swallowed them, which no judge is to let through, they come from a template that stands before.
 */
const text = `document.addEventListener('DOMContentLoaded', () => {
  const { content } = document.getElementById('starting');
  for (const script of [...content.cloneNode(true).children]) {
    // As it is written: what stands in a template has no address.
    const src = script.getAttribute('src');
    if ([...document.scripts].some((one) => one.getAttribute('src') === src)) continue;
    script.async = false;
    document.head.append(script);
  }
});`;

/** Starts the shell in any case, and the hash by which a page's policy names it. */
export const startShell = {
  /** @param scripts the elements of the shell's scripts */
  elements: (scripts: readonly string[]): string =>
    `<template id="starting">${scripts.join('')}</template>\n<script>${text}</script>`,
  integrity: integrityOf(Buffer.from(text)),
};
