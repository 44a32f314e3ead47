import { useVersions } from '../release/use-versions.ts';
import type { FrameProps, Shell } from '../shell.ts';
import { PlainFrame } from './plain-frame.tsx';
import { plainShell } from './plain-shell.tsx';

/** The plain shell, with a page of its own, which says what runs beside each page. */
export const testShell: Shell = {
  ...plainShell,
  Frame: (frame) => (
    <>
      <PlainFrame {...frame} />
      <WhatRuns {...frame} />
    </>
  ),
  pages: [{ path: '/api', title: 'API', element: <p>Coming Soon</p> }],
};

function WhatRuns({ release }: FrameProps) {
  return (
    <dl>
      {useVersions(release).map(({ name, build, runs }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{runs ? `${build} runs here` : build}</dd>
        </div>
      ))}
    </dl>
  );
}
