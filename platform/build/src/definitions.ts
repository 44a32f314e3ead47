/** What every app of the site is compiled with, by name: expressions of JavaScript. */
export function definitions(buildId: string): Record<string, string> {
  return {
    TALLYSTICK_BUILD_ID: JSON.stringify(buildId),
    // The policy of a page lets no WebAssembly run. A library that could use it finds so here, and
    // takes its other way. Otherwise it would try in every page, and the browser would report each
    // refusal.
    WebAssembly: 'undefined',
  };
}
