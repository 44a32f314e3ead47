import type { Failure } from '../proxy/failure.ts';
import { type Testbed, victims } from '../testbed/testbed.ts';
import { type Fault, failing } from './fault.ts';

/** Files of a remote, by what they are. */
const files = {
  entry: 'remote-entry\\.js',
  pages: 'routes\\.[^/]*\\.js',
  styles: 'routes\\.[^/]*\\.css',
} as const;

const failures: Readonly<Record<Failure, string>> = {
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
function ofLiveBuild(file: keyof typeof files, failure: Failure): Fault {
  const pathsOf = ({ live }: Testbed) =>
    new RegExp(`^/artifacts/${victims.account.app}/${live}/${files[file]}`);
  return {
    name: `${file}-${failure}`,
    what: `The ${words[file]} of a remote's live build ${failures[failure]}`,
    way: 'to-account',
    costs: 'nothing',
    ...failing('site', pathsOf, failure),
  };
}

/** Everything of a remote: neither build comes. */
function ofAllBuilds(failure: Failure): Fault {
  return {
    name: `remote-${failure}`,
    what: `Every file of a remote, of each build, ${failures[failure]}`,
    way: 'to-account',
    costs: failure === 'late' ? 'nothing' : 'zone',
    ...(failure === 'missing' && { short: true }),
    ...failing('site', () => new RegExp(`^/artifacts/${victims.account.app}/`), failure),
  };
}

/** What the frame itself is made of, at a first visit. */
function ofShell(part: 'script' | 'stylesheet', failure: Failure): Fault {
  const file = part === 'script' ? 'main\\..*js' : 'main\\..*css';
  return {
    name: `shell-${part}-${failure}`,
    what: `The shell's ${part} ${failures[failure]}, at a first visit`,
    way: 'first',
    costs: failure === 'late' ? 'nothing' : 'page',
    ...failing('site', () => new RegExp(`^/artifacts/shell/[^/]+/${file}`), failure),
  };
}

const all: readonly Failure[] = [
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
    [...all, 'late' as const].map((failure) => ofLiveBuild(file, failure)),
  ),
  ...[...all, 'late' as const].map(ofAllBuilds),
  ...(['missing', 'cut', 'flipped', 'hangs'] as const).map((failure) => ofShell('script', failure)),
  ...(['missing', 'flipped', 'hangs', 'late'] as const).map((failure) =>
    ofShell('stylesheet', failure),
  ),
];
