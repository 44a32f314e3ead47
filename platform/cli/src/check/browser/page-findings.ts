import { wayOut } from '@tallystick/contract/policy/breach';
import { artifactBase } from '@tallystick/contract/read-release';
import type { Artifact } from '@tallystick/contract/release';
import { type CheckFinding, listed } from '../finding.ts';
import { type Refusal, whatWasRefused } from './policy.ts';
import type { SeenPage } from './seen-page.ts';
import type { SourcePlaces } from './source-places.ts';

/** What pages with a build in them did: each thing once, with the pages that did it. */
export async function findingsOf(
  seen: readonly SeenPage[],
  places: SourcePlaces,
  artifact: Artifact,
): Promise<CheckFinding[]> {
  const ordered = [...seen].sort((one, other) => (one.path < other.path ? -1 : 1));
  const onPages = new Map<string, { finding: CheckFinding; pages: Set<string> }>();
  for (const page of ordered) {
    for (const finding of await didOnPage(page, places, artifact)) {
      const key = `${finding.check} ${finding.says}`;
      const known = onPages.get(key) ?? { finding, pages: new Set<string>() };
      known.pages.add(page.path);
      onPages.set(key, known);
    }
  }
  return [
    ...ordered.map(shows),
    ...[...onPages.values()].map(({ finding, pages }) => ({
      ...finding,
      says: `${finding.says} (on ${listed([...pages])})`,
    })),
  ];
}

function shows({ path, shown, took }: SeenPage): CheckFinding {
  if (shown === true) {
    return { check: 'pages', result: 'ok', says: `${path} shows, after ${took} ms.` };
  }
  const inPlace =
    shown.notice === ''
      ? `In ${took} ms nothing of it was seen, and no notice. See it yourself: dev --site, or preview.`
      : `In its place: "${shown.notice}"`;
  return { check: 'pages', result: 'failed', says: `${path} does not show. ${inPlace}` };
}

async function didOnPage(
  { thrown, refused, missing, nameless }: SeenPage,
  places: SourcePlaces,
  artifact: Artifact,
): Promise<CheckFinding[]> {
  return [
    ...(await Promise.all(thrown.map((stack) => saysThrown(stack, places)))),
    ...(await Promise.all(refused.map((one) => saysRefused(one, places)))),
    ...missing.map((address) => saysMissing(address, artifact)),
    ...nameless.map(
      (markup): CheckFinding => ({
        ...{ check: 'names', result: 'warning' },
        says: `Who does not see it hears no name: ${markup}`,
      }),
    ),
  ];
}

async function saysThrown(stack: string, places: SourcePlaces): Promise<CheckFinding> {
  const [line = ''] = stack.split('\n');
  const place = await places.ofStack(stack);
  const at = place === null ? '' : `, at ${place.text}`;
  return { check: 'thrown', result: 'failed', says: `${line}${at}` };
}

async function saysRefused(refused: Refusal, places: SourcePlaces): Promise<CheckFinding> {
  const { directive, file, line, column } = refused;
  const place = await places.placeOf(file, line, column);
  const by = place?.library ?? place?.text ?? file;
  const asked = by === '' ? '' : `, asked for by ${by}`;
  const says = `${directive} refuses ${whatWasRefused(refused)}${asked}. ${wayOut(refused)}`;
  return { check: 'policy', result: 'failed', says };
}

function saysMissing(address: string, { app, build, files }: Artifact): CheckFinding {
  const base = artifactBase(app, build);
  const says = address.startsWith(base)
    ? `The build has no ${address.slice(base.length)}, which its code asks for.`
    : `Nothing is at ${address}${Object.hasOwn(files, address.slice(1)) ? ', a file of the build at a fixed path' : ''}.`;
  return { check: 'missing', result: 'failed', says };
}
