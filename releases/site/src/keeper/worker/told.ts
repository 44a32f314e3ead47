/**
 * What a page of the site says to the keeper: that it ran well and what it has inlined, or that a
 * build was recalled.
 */
export type Told =
  | { type: 'ran'; release: string; configuration: string }
  | { type: 'recalled'; app: string; build: string };

/** What a message says; null: nothing that the keeper understands. */
export function toldIn(data: unknown): Told | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const text = (name: string): string => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'string' ? value : '';
  };
  switch (data.type) {
    case 'ran':
      return { type: 'ran', release: text('release'), configuration: text('configuration') };
    case 'recalled':
      return { type: 'recalled', app: text('app'), build: text('build') };
    default:
      return null;
  }
}
