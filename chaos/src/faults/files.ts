import { victims } from '../ground/ground.ts';
import type { Trouble } from '../line/trouble.ts';
import type { Fault } from './fault.ts';

/** Files of a remote, by what they are. */
const files = {
  entry: 'remote-entry\\.js',
  pages: 'routes\\.[^/]*\\.js',
  styles: 'routes\\.[^/]*\\.css',
} as const;

const troubles: Readonly<Record<Trouble, string>> = {
  refused: 'cannot be reached',
  hangs: 'never comes',
  missing: 'is missing (404)',
  'error-500': 'meets a server that fails (500)',
  'error-502': 'meets a proxy whose server is away (502)',
  'a-page': 'is a page of HTML',
  cut: 'is cut off in the middle',
  truncated: 'is half as long',
  flipped: 'has one bit flipped',
  late: 'comes six seconds late',
};

const words = { entry: 'entry', pages: 'script', styles: 'stylesheet' } as const;

/** A file of the live build alone: the build before it is whole. */
function ofLiveBuild(file: keyof typeof files, trouble: Trouble): Fault {
  return {
    name: `${file}-${trouble}`,
    what: `The ${words[file]} of a remote's live build ${troubles[trouble]}`,
    way: 'to-account',
    costs: 'nothing',
    async begin({ lines, live }) {
      const paths = new RegExp(`^/artifacts/${victims.account.app}/${live}/${files[file]}`);
      lines.site.trouble(paths, trouble);
    },
    end: async ({ lines }) => lines.site.mend(),
    met: ({ lines }) => lines.site.met(),
  };
}

/** Everything of a remote: neither build comes. */
function ofAllBuilds(trouble: Trouble): Fault {
  return {
    name: `remote-${trouble}`,
    what: `Every file of a remote, of each build, ${troubles[trouble]}`,
    way: 'to-account',
    costs: trouble === 'late' ? 'nothing' : 'zone',
    ...(trouble === 'missing' && { short: true }),
    begin: async ({ lines }) =>
      lines.site.trouble(new RegExp(`^/artifacts/${victims.account.app}/`), trouble),
    end: async ({ lines }) => lines.site.mend(),
    met: ({ lines }) => lines.site.met(),
  };
}

/** What the frame itself is made of, at a first visit. */
function ofShell(part: 'script' | 'stylesheet', trouble: Trouble): Fault {
  const file = part === 'script' ? 'main\\..*js' : 'main\\..*css';
  return {
    name: `shell-${part}-${trouble}`,
    what: `The shell's ${part} ${troubles[trouble]}, at a first visit`,
    way: 'first',
    costs: trouble === 'late' ? 'nothing' : 'page',
    begin: async ({ lines }) =>
      lines.site.trouble(new RegExp(`^/artifacts/shell/[^/]+/${file}`), trouble),
    end: async ({ lines }) => lines.site.mend(),
    met: ({ lines }) => lines.site.met(),
  };
}

const all: readonly Trouble[] = [
  'refused',
  'hangs',
  'missing',
  'error-500',
  'a-page',
  'cut',
  'truncated',
  'flipped',
];

/** Files that do not come as they are. */
export const fileFaults: readonly Fault[] = [
  ...(['entry', 'pages', 'styles'] as const).flatMap((file) =>
    [...all, 'late' as const].map((trouble) => ofLiveBuild(file, trouble)),
  ),
  ...[...all, 'late' as const].map(ofAllBuilds),
  ...(['missing', 'cut', 'flipped', 'hangs'] as const).map((trouble) => ofShell('script', trouble)),
  ...(['missing', 'flipped', 'hangs', 'late'] as const).map((trouble) =>
    ofShell('stylesheet', trouble),
  ),
];
