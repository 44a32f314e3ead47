import * as v from 'valibot';

/** What the policy of a page has refused, as the browser says it. */
export const refusalSchema = v.object({
  directive: v.string(),
  blocked: v.string(),
  /** Address of the script that asked for it; empty: the browser does not say. */
  file: v.string(),
  line: v.number(),
  column: v.number(),
  /** For a text that is taken for markup or code: where it was given, `|`, and its beginning. */
  sample: v.string(),
});
export type Refusal = v.InferOutput<typeof refusalSchema>;

/** Runs in a page before its scripts: hands on each refusal to the function of this name. */
export const handOnRefusals = (
  name: string,
) => `addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective: directive, blockedURI: blocked, sourceFile: file, lineNumber: line, columnNumber: column, sample } = event;
  globalThis[${JSON.stringify(name)}]({ directive, blocked, file: file ?? '', line, column, sample });
});`;

/** What was refused, such as an address, `Element innerHTML`, or the name of a policy of Trusted Types. */
export function whatWasRefused({ blocked, sample }: Refusal): string {
  const [sink = ''] = sample.split('|');
  return blocked.startsWith('trusted-types-') && sink !== '' ? sink : blocked;
}
