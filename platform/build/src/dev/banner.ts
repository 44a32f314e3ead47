import { ownPaths } from './own-paths.ts';
import type { ShownBuild } from './shown-build.ts';

export const bannerStyle = `<link rel="stylesheet" href="${ownPaths.bannerStyle}">`;

/** Says, above everything, what this page is; neither part holds anything that HTML would read. */
export function banner({ app, called }: ShownBuild, site: string): string {
  return `<aside id="working-copy" data-site aria-label="Working copy"><strong>${app} is ${called}.</strong> All else is ${site} as released. <a href="${site}">The site itself</a></aside>`;
}

/** The page's own words for a preview, which this is to the page, would only say the same again. */
export const bannerCss = `#working-copy {
  padding: 0.45rem 1rem;
  background: #6b21a8;
  color: #fff;
  font: 0.9rem/1.4 system-ui, sans-serif;
  text-align: center;
}
#working-copy a { color: inherit; }
#working-copy pre {
  margin: 0.45rem 0 0;
  max-height: 50vh;
  overflow: auto;
  text-align: start;
  white-space: pre-wrap;
}
body > div > section[aria-label='Preview'] { display: none; }
`;
