/** Global variable of a page that holds the container of a working copy. */
export const containerName = 'tallystick_working_copy';

/**
 * The script of a container that pages load in front of a development server's.
 *
 * @param bundled what `bundleContainer` has made
 * @param workingCopy what `in-page/load-working-copy.ts` wants to know
 */
export function containerScript(bundled: string, workingCopy: object): string {
  const place = JSON.stringify(workingCopy);
  return `var ${containerName}=(WORKING_COPY=>{${bundled}\nreturn ${containerName}})(${place});\n`;
}
