import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundPackage, packagesIn } from './sbom/packages-in.ts';
import { writtenFile } from './written-file.ts';

/** The texts of licence and notices that lie in the folder of a package. */
export function licenceTexts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

/**
 * Writes `licenses.txt`: name, version and licence text of each installed package whose code is in the
 * build. The same bytes for the same packages.
 */
export const licencesOfPackages = writtenFile('licenses.txt', 'ADDITIONAL', (compilation) => {
  const notices = new Set(packagesIn(compilation).map(noticeOf).sort());
  return [...notices].join(`\n${'-'.repeat(78)}\n\n`);
});

function noticeOf({ name, version, license, folder }: FoundPackage): string {
  return [`${name} ${version}, ${license}`, ...licenceTexts(folder)].join('\n\n').concat('\n');
}
