import * as v from 'valibot';

/** Where a type stands among the `types` of a contract. */
const placeSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

const parameterSchema = v.object({
  type: placeSchema,
  /** A call may leave it out, or give any number: the rest. */
  given: v.optional(v.picklist(['optional', 'rest'])),
});
const callSchema = v.object({ parameters: v.array(parameterSchema), returns: placeSchema });
export type RecordedCall = v.InferOutput<typeof callSchema>;

/** A type as the compiler understood it when the build was made. Types refer to others by their place, also in circles. */
const recordedTypeSchema = v.variant('is', [
  /** `string`, `"a literal"`, `7`, `unknown` and so on. */
  v.object({ is: v.literal('plain'), text: v.string() }),
  v.object({
    is: v.literal('object'),
    fields: v.record(
      v.string(),
      v.object({ type: placeSchema, optional: v.optional(v.boolean()) }),
    ),
    /** The signatures of a function. */
    calls: v.optional(v.array(callSchema)),
    /** The type of its index signature, for fields of any name. */
    index: v.optional(placeSchema),
  }),
  v.object({ is: v.literal('array'), item: placeSchema }),
  v.object({ is: v.literal('union'), types: v.array(placeSchema) }),
  /** A type of a library, which its name stands for; `from` is its package, empty for the language's own. */
  v.object({
    is: v.literal('named'),
    name: v.string(),
    from: v.string(),
    arguments: v.array(placeSchema),
  }),
  /** What only the compiler can judge. */
  v.object({ is: v.literal('other'), text: v.string() }),
]);
export type RecordedType = v.InferOutput<typeof recordedTypeSchema>;

const byNameSchema = v.record(v.string(), placeSchema);

/**
 * `contract.json` of a build: what it takes of others and what it gives them, with the types as they were
 * then. The registry compares the contracts of builds that would share a page.
 */
export const buildContractSchema = v.object({
  types: v.array(recordedTypeSchema),
  /** What a shell provides: each export of each singleton, by the specifier that apps import. */
  provides: v.optional(v.record(v.string(), byNameSchema)),
  /** The type that a shell needs the `routes` of a remote to have. */
  pages: v.optional(placeSchema),
  /** What a remote uses of each singleton, such as `useLoaderData` or `notes.list`. */
  uses: v.optional(v.record(v.string(), byNameSchema)),
  /** Names of each singleton of which a remote only looks whether they are there: it runs without them. */
  looksFor: v.optional(v.record(v.string(), v.array(v.string()))),
  /** The version of each singleton that a remote was built with, for a shell that has recorded nothing. */
  versions: v.optional(v.record(v.string(), v.string())),
  /** What a remote exposes: the type of `routes`, and the props that each widget takes. */
  exposes: v.optional(byNameSchema),
  /** The props that a remote gives to widgets of others, by app and widget, for each place that shows it. */
  shows: v.optional(v.record(v.string(), v.record(v.string(), v.array(placeSchema)))),
  /** The props that it gives to what others bring, by slot, for each place that shows it. */
  slots: v.optional(v.record(v.string(), v.array(placeSchema))),
});
export type BuildContract = v.InferOutput<typeof buildContractSchema>;

/** The file of a build that holds its contract; no page loads it. */
export const contractFile = 'contract.json';
