import type { RunningBuild } from '../board/standing.ts';
import { strings } from '../strings.ts';
import { Tag } from '../ui/tag.tsx';

const tones = {
  live: 'good',
  canary: 'next',
  recalled: 'danger',
  paused: 'danger',
  'rolled-back': 'danger',
  undone: 'danger',
  former: 'plain',
} as const;

/** What a build is to the channel. */
export function RoleTag({ role }: { readonly role: RunningBuild['role'] }) {
  return <Tag tone={tones[role]}>{strings.board.roles[role]}</Tag>;
}
