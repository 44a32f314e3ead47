const script = /\.m?js$/;
/** React's `jsx-dev-runtime` for production has this, and nothing that makes an element. */
const hasNoJsx = /\bjsxDEV\s*=\s*(void 0|undefined)\b/;
/** One that is shared and not called does no harm. */
const callsJsx = /\.jsxDEV\)?\(/;

/**
 * A script that calls React's development JSX where its production runtime is compiled in; null: none does.
 * `@babel/preset-react` 8 writes such calls unless NODE_ENV says production, whatever mode webpack is in.
 */
export function developmentJsx(files: ReadonlyMap<string, Uint8Array>): string | null {
  const scripts = [...files]
    .filter(([path]) => script.test(path))
    .map(([path, bytes]) => ({ path, text: new TextDecoder().decode(bytes) }));
  if (!scripts.some(({ text }) => hasNoJsx.test(text))) return null;
  return scripts.find(({ text }) => callsJsx.test(text))?.path ?? null;
}
