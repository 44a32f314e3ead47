import * as v from 'valibot';
import type { ConfiguredSite, SiteDefinition } from './define-site.ts';
import { openingEntries } from './openings.ts';
import { platformPaths } from './platform-paths.ts';

const text = v.pipe(v.string('is not a text'), v.minLength(1, 'is empty'));
const origin = v.pipe(
  v.string('is not a text'),
  v.check((url) => URL.parse(url)?.origin === url, 'is not an origin such as https://api.example'),
);
const address = v.pipe(
  v.string('is not a text'),
  v.check(
    (url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '') && !url.endsWith('/'),
    'is not an address such as https://api.example, without a slash at its end',
  ),
);
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const plainObject = <T extends object>() => v.custom<T>(isObject, 'is not an object');
const callable = <T>() => v.custom<T>((value) => typeof value === 'function', 'is not a function');
const isSchema = (value: unknown) => isObject(value) && '~standard' in (value ?? {});
const number = v.pipe(v.number('is not a number'), v.minValue(0, 'is less than 0'));
/** A field that is not known is one that is misspelt. */
const fields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected }) =>
    expected === 'never' ? 'is no field that the platform knows' : 'is not there, or no object',
  );
const list = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.array(schema, 'is not a list');
const path = v.pipe(v.string('is not a text'), v.startsWith('/', 'does not begin with a slash'));
type Field<Name extends keyof ConfiguredSite> = NonNullable<ConfiguredSite[Name]>;

/** A site's definition, as `defineSite` takes it. */
export const definitionSchema = fields({
  names: fields({
    product: text,
    tagline: text,
    description: text,
    needsScripts: v.exactOptional(text),
    withoutScripts: v.exactOptional(text),
  }),
  subjects: v.exactOptional(
    v.record(
      v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,62}$/, 'is no name of small letters')),
      v.picklist(['all', 'one'], "is neither 'all' nor 'one'"),
      'is not an object',
    ),
  ),
  shellPages: v.exactOptional(list(fields({ path, page: text }))),
  ownPaths: v.exactOptional(
    list(
      v.pipe(
        v.string('is not a text'),
        v.regex(/^\/[a-z][a-z0-9-]*\/$/, 'is no path such as /feeds/'),
        v.check(
          (below) => !platformPaths.includes(below),
          ({ input }) => `is ${input}, where the platform has files of its own`,
        ),
      ),
    ),
  ),
  openings: v.exactOptional(fields(openingEntries)),
  settings: v.exactOptional(
    v.record(
      v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9_]*$/, 'is no name of an environment variable')),
      v.custom<v.GenericSchema>(isSchema, 'is no schema of Valibot'),
      'is not an object',
    ),
  ),
  configure: v.exactOptional(callable<NonNullable<SiteDefinition['configure']>>()),
});

/** What a site's `configure` answers. */
export const configuredSchema = fields({
  page: v.exactOptional(plainObject<Field<'page'>>()),
  services: v.exactOptional(list(text)),
  connect: v.exactOptional(list(origin)),
  api: v.exactOptional(
    fields({
      url: address,
      headers: v.exactOptional(v.record(v.string(), v.string('is not a text'))),
      reads: callable<Field<'api'>['reads']>(),
      answerKey: v.exactOptional(callable<NonNullable<Field<'api'>['answerKey']>>()),
      freshMs: v.exactOptional(number),
    }),
  ),
  describe: v.exactOptional(callable<Field<'describe'>>()),
  sitemap: v.exactOptional(
    v.record(
      v.pipe(v.string(), v.regex(/^[a-z]+$/, 'is no name of small letters')),
      callable<Field<'sitemap'>[string]>(),
      'is not an object',
    ),
  ),
  files: v.exactOptional(
    v.pipe(
      list(
        fields({
          below: text,
          type: text,
          maxAge: number,
          make: callable<Field<'files'>[number]['make']>(),
        }),
      ),
      v.checkItems(
        ({ below }, at, files) => files.findIndex((one) => one.below === below) === at,
        ({ input }) => `is below ${input.below}, as others before it are`,
      ),
    ),
  ),
});

/** What is wrong, in a line: `names.tagline is empty`. */
export function problemOf([issue]: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  return `${v.getDotPath(issue) ?? 'it'} ${issue.message}`;
}
