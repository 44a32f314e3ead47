import { noPage } from '@tallystick/contract/no-page';
import type { ComponentProps } from 'react';
import { pageConfiguration } from '../configuration/page-configuration.ts';
import type { LateLook, ProblemProps, Shell } from '../shell.ts';
import { plainTexts } from '../texts.ts';
import { PlainFrame } from './plain-frame.tsx';
import { PlainNotFound } from './plain-not-found.tsx';
import { PlainNotices } from './plain-notices.tsx';

/** A shell without any look of its own: to begin with, and to take parts of. */
export const plainShell: Shell = {
  Frame: PlainFrame,
  texts: plainTexts,
  pages: [],
  notFound: { title: noPage.title, element: <PlainNotFound /> },
  Problem: PlainProblem,
  Button: (props) => <button type="button" {...props} />,
  late: async () => ({ Notices: PlainNotices, PreviewBanner: PlainBanner }),
  documentTitle: (page) => `${page} • ${pageConfiguration().productName}`,
};

function PlainBanner({ preview: { leave } }: ComponentProps<LateLook['PreviewBanner']>) {
  return (
    <p>
      Preview: only you see this. <a href={leave}>Leave the preview</a>
    </p>
  );
}

function PlainProblem({ title, text, as: Title, children }: ProblemProps) {
  return (
    <div role="alert">
      <Title>{title}</Title>
      <p>{text}</p>
      {children}
    </div>
  );
}
