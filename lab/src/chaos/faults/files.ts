import type { Failure } from '../proxy/failure.ts';
import { type Testbed, victims } from '../testbed/testbed.ts';
import { type Fault, failing } from './fault.ts';

/** Files of a remote: what they are, and their names. */
const files = {
  entry: ['entry', 'remote-entry\\.js'],
  pages: ['script', 'routes\\.[^/]*\\.js'],
  styles: ['stylesheet', 'routes\\.[^/]*\\.css'],
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

/** A file of the live build alone: the build before it is whole. */
function ofLiveBuild(file: keyof typeof files, failure: Failure): Fault {
  const [what, name] = files[file];
  const pathsOf = ({ live }: Testbed) =>
    new RegExp(`^/artifacts/${victims.account.app}/${live}/${name}`);
  return {
    name: `${file}-${failure}`,
    what: `The ${what} of a remote's live build ${failures[failure]}`,
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
  'late',
];

/** Files that do not come as they are. */
export const fileFaults: readonly Fault[] = [
  ...(['entry', 'pages', 'styles'] as const).flatMap((file) =>
    all.map((failure) => ofLiveBuild(file, failure)),
  ),
  ...all.map(ofAllBuilds),
  ...(['missing', 'cut', 'flipped', 'hangs'] as const).map((failure) => ofShell('script', failure)),
  ...(['missing', 'flipped', 'hangs', 'late'] as const).map((failure) =>
    ofShell('stylesheet', failure),
  ),
];
