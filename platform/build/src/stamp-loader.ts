/**
 * Adds the build id to what a remote exposes, so that the running code can say which build it is.
 * The federation manifest's own `buildVersion` knows the package's version at best.
 */
// biome-ignore lint/style/noDefaultExport: rspack takes a loader from the default export
export default function stampBuild(source: string): string {
  return `${source}\nexport const build = TALLYSTICK_BUILD_ID;\n`;
}
