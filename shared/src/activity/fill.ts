/** What to fill a part with: a texture of those with this id. */
export function fillOf(id: string, texture: number): string {
  return `url(#${id}-${texture})`;
}
