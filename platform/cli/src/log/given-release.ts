import { namedBuilds } from '@tallystick/contract/log-proof';
import { artifactSchema } from '@tallystick/contract/release';
import {
  revisionAttestationSchema,
  type SignedRelease,
  signedReleaseSchema,
} from '@tallystick/contract/signed-release';
import * as v from 'valibot';

/** A release as somebody is given it. */
export interface GivenRelease {
  /** Where it stood, for a person. */
  where: string;
  revision: number;
  /** Every build that it names, as `app@build`. */
  names: readonly string[];
  signed: SignedRelease;
}

/** What a page says of what it runs. */
export interface GivenPage extends GivenRelease {
  /** The keys that it would have browsers believe. */
  keys: readonly string[];
  /** Files of builds that it loads: path on the site, and integrity. */
  files: readonly { path: string; integrity: string }[];
}

const configurationSchema = v.object({ releaseKeys: v.optional(v.array(v.string()), []) });

/** @throws Error if it is no release document */
export function readGiven(json: string, where: string): GivenRelease {
  const signed = v.parse(signedReleaseSchema, JSON.parse(json));
  const stated = v.parse(revisionAttestationSchema, JSON.parse(signed.revision.text));
  return { where, revision: stated.revision, names: namedBuilds(stated), signed };
}

/** @throws Error if it is no page of a release */
export function readPage(html: string, where: string): GivenPage {
  const configuration = JSON.parse(inlined(html, 'site-configuration'));
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const files = tags.flatMap((tag) => {
    const path = /(?:src|href)="(\/artifacts\/[^"]+)"/.exec(tag)?.[1];
    const integrity = /integrity="([^"]*)"/.exec(tag)?.[1] ?? '';
    const isIcon = tag.includes('rel="icon"');
    return path === undefined || isIcon ? [] : [{ path, integrity }];
  });
  return {
    ...readGiven(inlined(html, 'release'), where),
    keys: v.parse(configurationSchema, configuration).releaseKeys,
    files,
  };
}

/** The files of a build, by the text of its attestation: path on the site, and integrity. */
export function filesOf(text: string): [path: string, integrity: string][] {
  const { artifact } = v.parse(v.object({ artifact: artifactSchema }), JSON.parse(text));
  const { app, build, files } = artifact;
  return Object.entries(files).map(([path, hash]) => [`/artifacts/${app}/${build}/${path}`, hash]);
}

function inlined(html: string, id: string): string {
  const start = `<script type="application/json" id="${id}">`;
  const from = html.indexOf(start);
  if (from < 0) throw new Error(`the page has no ${id}`);
  return html.slice(from + start.length, html.indexOf('</script>', from));
}
