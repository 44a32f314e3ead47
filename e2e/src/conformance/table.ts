import { inProject } from '@tallystick/tools/src/project.ts';
import { markdownTable } from '../house/tables.ts';
import type { Check } from './checks.ts';

/** Where the table is committed. */
export const tableFile = inProject('docs/bundlers.md');

/** The document of what was found; `found`: by builder and check. */
export function bundlersDocument(
  checks: readonly Check[],
  found: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string {
  const rows = [...found].map(([label, cells]) => [
    label,
    ...checks.map(({ name }) => cells.get(name) ?? ''),
  ]);
  return `# Builds of other bundlers, checked

Written by the proof \`bundlers\` with \`CHECK_WRITE=on\`; without that it fails if it finds otherwise. Every builder builds
the same small remote (\`e2e/foreign/source\`) twice. Both builds are published to a real registry, served by a real site
and looked at in Chromium. A build of your own you look at yourself: [check a build](releases.md#check-a-build).

${markdownTable(['built with', ...checks.map(({ name }) => name)], rows)}

${checks.map(({ name, what }) => `- **${name}**: ${what}.`).join('\n')}

'The browser': it has the file's hash from the signed release and runs nothing else. 'The site': the site server
sends only what has the attested hash, and TLS carries it ([why](decisions/0058-builds-of-other-bundlers.md)).
`;
}
