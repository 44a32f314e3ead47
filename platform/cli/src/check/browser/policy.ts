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

const madeCode = 'It makes code of a text (eval, new Function): take a build of it that does not.';

/** What was refused, such as an address or `Element innerHTML`. */
export function whatWasRefused({ blocked, sample }: Refusal): string {
  const [sink = ''] = sample.split('|');
  return blocked === 'trusted-types-sink' && sink !== '' ? sink : blocked;
}

/** What to do about it, by the directive that refused. */
export function wayOut({ directive, blocked, sample }: Refusal): string {
  if (directive.includes('trusted-types')) {
    if (/^(eval|Function)\b/.test(sample)) return madeCode;
    return 'Set no markup from a text: give it to DOMPurify with RETURN_TRUSTED_TYPE: true.';
  }
  if (directive === 'connect-src') {
    const origin = URL.canParse(blocked) ? new URL(blocked).origin : blocked;
    return `Declare it in remote.json, "policy": { "connect": ["${origin}"] }; a manager approves it.`;
  }
  if (directive.startsWith('style-src')) {
    return 'Have the styles written into a style sheet of the build, not into the page.';
  }
  if (directive.startsWith('script-src')) {
    return blocked.includes('eval')
      ? madeCode
      : 'Import the script, so that it is a file of the build.';
  }
  if (directive.startsWith('worker-src')) {
    return 'Begin it by new Worker(new URL(…, import.meta.url)), so that it is a file of the build.';
  }
  return "Import the file, so that it is one of the build's own.";
}
