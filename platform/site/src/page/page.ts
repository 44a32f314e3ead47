import type { HandedAnswer } from '@tallystick/contract/handed-answers';
import { artifactBase } from '@tallystick/contract/read-release';
import type { Site } from '../definition/configure-site.ts';
import type { Head } from '../definition/define-site.ts';
import type { ReleaseNow } from '../release/release.ts';
import type { GivenAnswer, Rendered } from '../rendering/render-result.ts';
import { escapeHtml } from './escape.ts';
import { renderHead, renderPlain } from './head.ts';
import { filesFollow, type InlinedStyles } from './inlined-styles.ts';
import type { PageFile, remoteFiles, shellFiles } from './preloads.ts';
import type { ServedConfiguration } from './served-configuration.ts';
import { startShell } from './start-shell.ts';
import { giveStyles } from './style-attributes.ts';

/** A script of the shell that runs before anything is painted. */
export interface FirstScript {
  path: string;
  integrity: string;
  /** To inline in the page; null: it cannot be inlined, the browser asks for it. */
  text: string | null;
}

/** A page as its builds rendered it. */
export interface RenderedPage extends Rendered {
  /** The remote's, as `app@build`: the browser takes the page over only if it would draw it by the same build. */
  readonly build: string;
}

export interface PageParts {
  /** The remote that brings the page; null: none does. */
  readonly owner: string | null;
  readonly release: ReleaseNow;
  readonly site: Pick<Site, 'names' | 'connect' | 'openings'>;
  readonly configuration: ServedConfiguration;
  /** In their order. */
  readonly first: readonly FirstScript[];
  readonly shell: ReturnType<typeof shellFiles>;
  readonly remote: ReturnType<typeof remoteFiles>;
  /** Styles of the shell and the remote; none where the browser draws the page. */
  readonly inlined: InlinedStyles;
  /** JSON; null: no build of this release needs one. */
  readonly importMap: string | null;
  readonly head: Head;
  /** Origin by which browsers reach the site. */
  readonly siteUrl: string;
  /** Null: the browser draws it. */
  readonly rendered: RenderedPage | null;
  /** Whether its content has style attributes, under the name that they travel under. */
  readonly hasStyles: boolean;
}

/**
 * The HTML of a page. It loads the shell's files and preloads the owner's. Configuration, release document and the
 * owner's attestation are inlined as JSON, so nothing is fetched twice, and all files come in two rounds of requests.
 * Attestations of other remotes are fetched on demand: a page costs the same however many remotes there are.
 *
 * All that the shell begins with is before the content. So nothing that a build rendered can swallow it, or be mistaken
 * for it.
 *
 * A rendered page has its styles inlined, and is painted when all of its content is there. Scripts are fetched after
 * that, as they would take half of the bandwidth. A style that cannot be inlined is linked to (`data-page`).
 *
 * The shell's first script runs before anything is painted. It shows `still-loading` if the shell takes long, and
 * `not-loaded` if the shell does not start. On a rendered page it shows `as-it-came` instead of `not-loaded`. If a
 * style with `data-page` does not load, the script leaves the page to the browser.
 */
export function renderPage({
  owner,
  release,
  site,
  configuration,
  first,
  shell,
  remote,
  inlined,
  importMap,
  head,
  siteUrl,
  rendered,
  hasStyles,
}: PageParts): string {
  const { names } = site;
  const product = escapeHtml(names.product);
  const icon = release.shell.artifact.files['icon.svg'];
  const { name, build } = release.document.shell;
  const shellBase = artifactBase(name, build);
  const scriptsBy = (mark: string) =>
    shell.scripts.map(
      ({ href, integrity }) =>
        `<script${mark} src="${href}" integrity="${integrity}" crossorigin="anonymous"></script>`,
    );
  const starting = [
    ...scriptsBy(' defer'),
    ...remote.scripts.map((file) => `<link rel="preload" as="script"${attributes(file)}>`),
    ...[...shell.styles, ...remote.allStyles]
      .filter(({ href }) => inlined.has(href))
      .map((file) => `<link rel="preload" as="style" fetchpriority="low"${attributes(file)}>`),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${renderHead(head, { names, siteUrl })}
${first.map((script) => scriptOf(script, shellBase)).join('\n')}
${icon === undefined ? '' : `<link rel="icon" type="image/svg+xml" href="${shellBase}icon.svg">`}
${rendered === null ? '' : '<link rel="expect" href="#as-it-came" blocking="render">'}
${inlined.size === 0 ? '' : filesFollow.script}
${shell.styles.map((file) => styleOf(file, inlined, '')).join('\n')}
${rendered === null ? '' : remote.allStyles.map((file) => styleOf(file, inlined, ' data-page')).join('\n')}
${importMap === null ? '' : `<script type="importmap">${importMap}</script>`}
${rendered === null ? starting : startShell.elements(scriptsBy(''))}
${rendered !== null ? '' : remote.styles.map((file) => `<link rel="preload" as="style"${attributes(file)}>`).join('\n')}
${inlineJson('site-configuration', configuration)}
${inlineJson('release', release.inlined)}
${inlineJson('builds', [release.remotes.get(owner ?? '')?.signed].filter(Boolean))}
</head>
<body>
${
  rendered === null
    ? '<div id="root"></div>'
    : `<div id="root" data-rendered="${rendered.build}">${rendered.html}</div>${hasStyles ? giveStyles.script : ''}
<p id="as-it-came" data-site role="alert" hidden>${product} did not load: this page stays as it came. <a href="">Load again</a></p>
${starting}`
}
<p id="still-loading" data-site role="status" hidden>Please wait...</p>
<main id="not-loaded" data-site hidden>
<div role="alert">
<h1>${product} did not load</h1>
<p>The connection was lost, the site is just being renewed, or what came is not what was released. <a href="">Load again</a></p>
</div>
</main>
<noscript>
${rendered === null ? `${renderPlain(head)}<p>${product} ${escapeHtml(names.needsScripts ?? needsScripts)}</p>` : `<p>${escapeHtml(names.withoutScripts ?? withoutScripts)}</p>`}
</noscript>
${rendered === null ? '' : inlineJson('answers', rendered.answers.map(handed))}
</body>
</html>
`;
}

const needsScripts = 'needs JavaScript.';
const withoutScripts =
  'Without JavaScript this page does not change by itself: load it again for what is new.';

const handed = ({ path, key, result }: GivenAnswer): HandedAnswer => ({ path, body: key, result });

function styleOf(file: PageFile, inlined: InlinedStyles, mark: string): string {
  const text = inlined.get(file.href);
  if (text === undefined) return `<link rel="stylesheet"${mark}${attributes(file)}>`;
  return `<style data-href="${file.href}">${text}</style>`;
}

function scriptOf({ path, integrity, text }: FirstScript, base: string): string {
  if (text !== null) return `<script>${text}</script>`;
  return `<script src="${base}${path}" integrity="${integrity}" crossorigin="anonymous"></script>`;
}

function attributes({ href, integrity }: PageFile): string {
  return ` href="${href}" integrity="${integrity}" crossorigin="anonymous"`;
}

/** JSON that cannot end its own element: it has no `<`. */
function inlineJson(id: string, content: unknown): string {
  const json = JSON.stringify(content).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}
