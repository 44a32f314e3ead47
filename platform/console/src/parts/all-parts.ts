import type { ComponentType } from 'react';
import type { Answer } from '../admin/answer.ts';
import { Approvals } from './approvals/approvals.tsx';
import { PackagesPage } from './contents/packages-page.tsx';
import { AppErrors } from './errors/app-errors.tsx';
import { ProviderSignIn } from './people/provider-sign-in.tsx';
import { returnedFromProvider } from './people/returned.ts';
import { Sessions } from './people/sessions.tsx';
import { OpenPreviews } from './previews/open-previews.tsx';
import { PreviewButton } from './previews/preview-button.tsx';
import type { SetActionProps } from './set-action.ts';
import type { TargetActionProps } from './target-action.ts';
import { Timeline } from './timeline/timeline-section.tsx';
import { PlanTrain } from './trains/plan-train.tsx';
import { Trains } from './trains/trains.tsx';
import { Trusts } from './trust/trusts.tsx';
import { AppWebhook } from './webhooks/app-webhook.tsx';

/** A panel that a part of the registry adds to an app's page. */
interface AppPanelPart {
  readonly name: string;
  readonly place: 'above builds' | 'below builds' | 'last';
  /** The panel is also shown for an app that has no build. */
  readonly evenIfUnknown?: true;
  /** The panel is also shown to people who may not ship the app. */
  readonly forAll?: true;
  readonly Panel: ComponentType<{ readonly app: string; readonly channel: string }>;
}

/** A panel that a part adds to the board of a channel: above its apps what waits for people, the rest below. */
interface BoardPanelPart {
  readonly name: string;
  readonly place: 'above' | 'below';
  readonly Panel: ComponentType<{ readonly channel: string }>;
}

interface TargetActionPart {
  readonly name: string;
  readonly Action: ComponentType<TargetActionProps>;
}

/** The panels of parts. To leave a part out of the console, delete its line here and its import. */
export const appPanels: readonly AppPanelPart[] = [
  { name: 'timeline', place: 'above builds', forAll: true, Panel: Timeline },
  { name: 'errors', place: 'above builds', Panel: AppErrors },
  { name: 'previews', place: 'below builds', Panel: OpenPreviews, evenIfUnknown: true },
  { name: 'webhook', place: 'last', Panel: AppWebhook },
];

export const boardPanels: readonly BoardPanelPart[] = [
  // Each part has a line of its own, so that it can be left out by deleting that line.
  { name: 'approvals', place: 'above', Panel: Approvals },
  { name: 'trains', place: 'below', Panel: Trains },
  { name: 'timeline', place: 'below', Panel: Timeline },
];

interface SetActionPart {
  readonly name: string;
  readonly Action: ComponentType<SetActionProps>;
}

/** What can be done with the apps that are selected on the board. */
export const setActions: readonly SetActionPart[] = [
  // Each part has a line of its own, so that it can be left out by deleting that line.
  { name: 'trains', Action: PlanTrain },
];

/** Panels that managers see below the tokens, about who else may publish. */
export const accessPanels: readonly { readonly name: string; readonly Panel: ComponentType }[] = [
  { name: 'people', Panel: Sessions },
  { name: 'trust', Panel: Trusts },
];

/** Another way to sign in than by a token, where the registry has it. */
interface SignInPart {
  readonly name: string;
  /** `apart`: in another tab, so that what is on the page stays. */
  readonly Way: ComponentType<{ readonly apart: boolean }>;
  /** The code of a sign-in link, where the page is where that way leads back to; null: it is not. */
  takeReturned(): Promise<Answer<string> | null>;
}

export const signInParts: readonly SignInPart[] = [
  { name: 'people', Way: ProviderSignIn, takeReturned: returnedFromProvider },
];

/** A page that a part adds. */
interface PagePart {
  /** Its address, and its name in the menu. */
  readonly name: string;
  readonly label: string;
  readonly Page: ComponentType;
}

export const pageParts: readonly PagePart[] = [
  // Each part has a line of its own, so that it can be left out by deleting that line.
  { name: 'packages', label: 'Packages', Page: PackagesPage },
];

/** What can be done with a revision or a build in a list. */
export const targetActions: readonly TargetActionPart[] = [
  // Each part has a line of its own, so that it can be left out by deleting that line.
  { name: 'preview', Action: PreviewButton },
];
