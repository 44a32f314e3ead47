/** What a page of the site tells the worker. */
export type PageMessage =
  /** It ran without a failure, and this is what it has inlined. */
  | { type: 'ran'; release: string; configuration: string }
  /** This build was recalled. */
  | { type: 'recalled'; app: string; build: string };

/** Reads a message; null: none that the worker knows. */
export function readPageMessage(data: unknown): PageMessage | null {
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
