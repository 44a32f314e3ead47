import { contentsRoutes } from '@tallystick/registry/parts/contents/contract/routes';
import { allBuilds, findBuild } from '../../builds/find-build.ts';
import { readName } from '../../builds/named-build.ts';
import { type Given, onlyWord, type Verb } from '../../command/verb.ts';
import { type Outcome, orFail } from '../../outcome.ts';

export const sbom: Verb = {
  name: 'sbom',
  takes: 'APP[@VERSION]',
  summary: 'print the bill of materials of a build: CycloneDX, JSON',
  about: `Prints the document that was published with the build, once it has the hash that the audit log has of
it. Of an app alone, that of its newest build.`,
  examples: [
    ['sbom mfe-notes@1.3.0', ''],
    ['sbom mfe-notes@1.3.0 > bom.json', 'for a scanner'],
  ],
  run,
};

async function run({ words, client }: Given): Promise<Outcome> {
  const named = readName(onlyWord(words, 'Name one build, such as mfe-notes@1.3.0.'));
  const { app, build } = findBuild(named, await allBuilds(client));
  const bytes = orFail(await client.call(contentsRoutes.sbom, { params: { app, build } }));
  const text = new TextDecoder().decode(bytes);
  return { json: JSON.parse(text), text: text.trimEnd() };
}
