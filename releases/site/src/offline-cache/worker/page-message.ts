/** What a page of the site tells the worker. */
export type PageMessage =
  /** It ran without a failure: what it has inlined, and the remotes' builds that run in it. */
  | {
      type: 'ran';
      release: string;
      configuration: string;
      builds: readonly { app: string; build: string }[];
    }
  /** This build was recalled. */
  | { type: 'recalled'; app: string; build: string };

/** Reads a message; null: none that the worker knows. */
export function readPageMessage(data: unknown): PageMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const text = (name: string) => textOf(data, name);
  switch (data.type) {
    case 'ran':
      return {
        type: 'ran',
        release: text('release'),
        configuration: text('configuration'),
        builds: buildsOf(data),
      };
    case 'recalled':
      return { type: 'recalled', app: text('app'), build: text('build') };
    default:
      return null;
  }
}

function buildsOf(data: object): { app: string; build: string }[] {
  const builds: unknown = Reflect.get(data, 'builds');
  return (Array.isArray(builds) ? builds : []).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null
      ? [{ app: textOf(one, 'app'), build: textOf(one, 'build') }]
      : [],
  );
}

function textOf(data: object, name: string): string {
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' ? value : '';
}
