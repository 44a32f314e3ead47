import { openedPolicy } from '@tallystick/contract/policy/opened-policy';
import type { RemoteDeclaration } from '@tallystick/contract/remote';

interface DevelopmentPolicy {
  /** Origin of the page. */
  page: string;
  /** What the remote declares of it: that counts as approved. */
  declared: RemoteDeclaration['policy'];
  /** Origin of a development server that pages ask by its own address; absent: they ask none. */
  server?: string | undefined;
  /** Whether that server writes styles into the page. */
  inlineStyles?: boolean;
  /** Whether the shell begins the page, which makes the policy of Trusted Types. */
  hasShell: boolean;
}

const ofServer = ['script-src', 'style-src', 'img-src', 'connect-src'];

/**
 * The policy of the site's pages for a page on this machine: what it refuses here it would
 * refuse there. Fonts and workers are served at other paths. What is refused stands in the console of the
 * browser; nothing is reported to the site.
 */
export function developmentPolicy(
  policy: string,
  { page, declared, server, inlineStyles = false, hasShell }: DevelopmentPolicy,
): string {
  const origins = server === undefined ? [] : [server];
  const sockets = [page, ...origins].map((origin) => origin.replace(/^http/, 'ws'));
  // The shell lets nobody make scripts of another origin.
  const left =
    hasShell && server === undefined ? /^(report-uri|$)/ : /^(report-uri|.*trusted-types|$)/;
  const { connect = [], needs = [] } = declared ?? {};
  const own = policy
    .split(/;\s*/)
    .filter((directive) => !left.test(directive))
    .map((directive) => {
      const [name = ''] = directive.split(' ', 1);
      if (name === 'font-src' || name === 'worker-src') {
        const opened = directive.split(' ').filter((source) => /^(?:data|blob):$/.test(source));
        return [name, page, ...origins, ...opened].join(' ');
      }
      const more = ofServer.includes(name) ? origins : [];
      const calls = name === 'connect-src' ? sockets : [];
      const all = [directive, ...more, ...calls].join(' ');
      // Beside a hash or a nonce browsers ignore it.
      return name === 'style-src' && inlineStyles
        ? `${all.replaceAll(/ '(?:sha\d+|nonce)-[^']*'/g, '')} 'unsafe-inline'`
        : all;
    });
  const approved = [...connect.map((host) => `connect:${host}`), ...needs];
  return openedPolicy(own, approved).join('; ');
}
