/** What every app of the site is compiled with, by name: expressions of JavaScript. */
export function definitions(buildId: string): Record<string, string> {
  return {
    TALLYSTICK_BUILD_ID: JSON.stringify(buildId),
    // The policy of a page lets none run. A library that could use it learns so here, and takes what it
    // has beside it, in place of trying in every page and having each refusal reported.
    WebAssembly: 'undefined',
  };
}
