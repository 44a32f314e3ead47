/**
 * The policy of the site's pages for a remote on its own at `page` (an origin): what it refuses here it would
 * refuse there. Fonts and workers are served at other paths. API hosts that the remote declares count as approved. What
 * is refused stands in the console of the browser; nothing is reported to the site.
 */
export function standalonePolicy(policy: string, page: string, connect: readonly string[]): string {
  return policy
    .split(/;\s*/)
    .filter((directive) => directive !== '' && !directive.startsWith('report-uri'))
    .map((directive) => {
      const [name = ''] = directive.split(' ', 1);
      if (name === 'font-src' || name === 'worker-src') return `${name} ${page}`;
      return name === 'connect-src' ? [directive, ...connect].join(' ') : directive;
    })
    .join('; ');
}
