/** Whether a file of this type becomes shorter by compression; pictures and fonts are compressed. */
export function isCompressible(type: string): boolean {
  return /^text\/|^application\/(json|wasm|xml)|^image\/(svg\+xml|x-icon)/.test(type);
}

/** Whether a browser that opens the file by itself would run what stands in it. */
export function isDocument(type: string): boolean {
  return /html|xml/.test(type);
}
