import { pageConfiguration } from '../configuration/page-configuration.ts';
import type { ProblemProps, Shell } from '../shell.ts';
import { plainTexts } from '../texts.ts';
import { PlainFrame } from './plain-frame.tsx';
import { PlainNotFound } from './plain-not-found.tsx';
import { PlainNotices } from './plain-notices.tsx';

/** A shell without any look of its own: to begin with, and to take parts of. */
export const plainShell: Shell = {
  Frame: PlainFrame,
  texts: plainTexts,
  pages: [],
  notFound: { title: 'Not Found', element: <PlainNotFound title="Not Found" /> },
  Problem: PlainProblem,
  Button: (props) => <button type="button" {...props} />,
  Notices: PlainNotices,
  PreviewBanner: ({ preview: { leave } }) => (
    <p>
      Preview: only you see this. <a href={leave}>Leave the preview</a>
    </p>
  ),
  documentTitle: (page) => `${page} • ${pageConfiguration().productName}`,
};

function PlainProblem({ title, text, as: Title, children }: ProblemProps) {
  return (
    <div role="alert">
      <Title>{title}</Title>
      <p>{text}</p>
      {children}
    </div>
  );
}
