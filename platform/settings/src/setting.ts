import * as v from 'valibot';

const aboutSchema = v.object({
  /** What it is, in words that go on after its name. Names of settings and values are in backticks. */
  does: v.string(),
  /** Which programs read it. */
  readBy: v.array(v.string()),
  /** What holds without it, where that is no value of its own. */
  otherwise: v.optional(v.string()),
  /** Its value opens something: it is never shown, and belongs into no file that others may read. */
  secret: v.optional(v.literal(true)),
  /** Where more is said of it: a link from docs/. */
  see: v.optional(v.string()),
});
/** What is known of a setting beside its kind and default. */
type About = v.InferInput<typeof aboutSchema>;

/** Readers of what concerns all that serves, and of where everything is kept. */
export const everyServer = 'every server';
/** Commands that work on what is kept: backup, restore, migrate, and those that a site adds. */
export const storeCommands = 'store commands';

/** Declares a setting, once for all that reads, checks or describes it. */
export const setting = <const Kind extends v.GenericSchema>(kind: Kind, about: About) =>
  v.pipe(kind, v.metadata(about));

/** A setting, as documents and help show it. */
export interface Described extends v.InferOutput<typeof aboutSchema> {
  name: string;
  /** The value that it has where none is given; undefined: none. */
  fallback: string | undefined;
}

/** What is declared of each of these settings. Those of a site may be schemas alone: of them nothing is known. */
export function describeSettings(entries: v.ObjectEntries): Described[] {
  return Object.entries(entries).flatMap(([name, schema]) => {
    const about = aboutOf(schema);
    const fallback = v.getDefault(schema);
    return about === undefined
      ? []
      : [{ ...about, name, fallback: typeof fallback === 'string' ? fallback : undefined }];
  });
}

/** What help says of the settings that one of these programs reads, by their names. */
export function settingsOf(
  settings: Readonly<Record<string, v.ObjectEntries>>,
  readers: readonly string[],
): Readonly<Record<string, string>> {
  const read = Object.values(settings)
    .flatMap(describeSettings)
    .filter(({ readBy }) => readBy.some((reader) => readers.includes(reader)));
  return Object.fromEntries(
    read.map(({ name, does, fallback = '', otherwise = fallback }) => [
      name,
      does.replaceAll('`', '') + (otherwise === '' ? '' : ` (default: ${otherwise})`),
    ]),
  );
}

/** What is declared of a setting; undefined: it is a schema alone. */
export function aboutOf(
  schema: v.ObjectEntries[string],
): v.InferOutput<typeof aboutSchema> | undefined {
  const read = v.safeParse(aboutSchema, v.getMetadata(schema));
  return read.success ? read.output : undefined;
}
