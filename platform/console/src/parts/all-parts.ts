import type { ComponentType } from 'react';
import { AppErrors } from './errors/app-errors.tsx';
import { OpenPreviews } from './previews/open-previews.tsx';
import { PreviewButton } from './previews/preview-button.tsx';
import type { TargetActionProps } from './target-action.ts';
import { Trusts } from './trust/trusts.tsx';
import { AppWebhook } from './webhooks/app-webhook.tsx';

/** What a part of the registry shows of an app to whoever may move it. */
interface AppPanelPart {
  readonly name: string;
  readonly place: 'above builds' | 'below builds' | 'last';
  /** Also of an app of which there is nothing. */
  readonly ofUnknown?: true;
  readonly Panel: ComponentType<{ readonly app: string }>;
}

interface TargetActionPart {
  readonly name: string;
  readonly Action: ComponentType<TargetActionProps>;
}

/** The panels of parts: one that is taken out of this list is left out. */
export const appPanels: readonly AppPanelPart[] = [
  { name: 'errors', place: 'above builds', Panel: AppErrors },
  { name: 'previews', place: 'below builds', Panel: OpenPreviews, ofUnknown: true },
  { name: 'webhook', place: 'last', Panel: AppWebhook },
];

/** Who else may publish, below the tokens; for managers. */
export const accessPanels: readonly { readonly name: string; readonly Panel: ComponentType }[] = [
  { name: 'trust', Panel: Trusts },
];

/** What can be done with a revision or a build in a list. */
export const targetActions: readonly TargetActionPart[] = [
  // Each in a line of its own, as above.
  { name: 'preview', Action: PreviewButton },
];
