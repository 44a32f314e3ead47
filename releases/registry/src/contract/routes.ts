import {
  appNameSchema,
  artifactSchema,
  buildIdSchema,
  channelNameSchema,
  revisionNumberSchema,
} from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { buildDetailSchema, previewTargetSchema, previewTicketSchema } from './admin-api.ts';
import { appSettingsSchema, newSettingsSchema } from './app-settings.ts';
import { artifactPathSchema } from './artifact-path.ts';
import { boardSchema } from './board.ts';
import { shipAnswerSchema, shipQuestionSchema } from './can-ship.ts';
import { changeSchema, reasonSchema, revisionSchema } from './channel.ts';
import {
  auditEntrySchema,
  buildSummarySchema,
  collectionSchema,
  historyPageSchema,
  lockSchema,
  verificationSchema,
} from './history.ts';
import { errorGroupSchema } from './page-errors.ts';
import {
  newPreviewLinkSchema,
  openedPreviewLinkSchema,
  previewLinkSchema,
} from './preview-links.ts';
import { originSchema } from './provenance.ts';
import { nothing, type Route } from './route.ts';
import { actorSchema, madeTokenSchema, newTokenSchema, tokenSchema } from './tokens.ts';
import {
  addedTrustSchema,
  exchangedSchema,
  exchangeSchema,
  newTrustSchema,
  trustSchema,
} from './trust.ts';

/** The number of a revision, or of an audit entry, as an address has it. */
const numberInAddress = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,14}$/, 'must be a whole number of 1 or more'),
  v.transform(Number),
  revisionNumberSchema,
);

/** A page of a list that reads backwards: so many, before that number. */
const pageQuery = v.object({
  before: v.optional(numberInAddress),
  limit: v.optional(v.pipe(numberInAddress, v.maxValue(200)), '50'),
});

const channelParams = v.object({ channel: channelNameSchema });
const lockParams = v.object({ channel: channelNameSchema, app: appNameSchema });
const appParams = v.object({ app: appNameSchema });
const buildParams = v.object({ app: appNameSchema, build: buildIdSchema });
const idParams = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) });
const reasonBody = v.object({ reason: reasonSchema });

const call = {
  params: nothing,
  query: nothing,
  body: nothing,
  success: [200],
  refusals: [],
  access: 'token',
} as const;
const get = { ...call, method: 'GET' } as const;
const post = { ...call, method: 'POST' } as const;
const put = { ...call, method: 'PUT' } as const;
const del = { ...call, method: 'DELETE' } as const;
const made = { success: [201] } as const;
const empty = { success: [204], answer: v.null() } as const;

/** Every route of the admin listener but the console's files. */
export const routes = {
  signIn: {
    ...post,
    ...empty,
    path: '/v1/session',
    about: 'Signs the console in: changes a token, or the code of a link, for a session cookie.',
    body: v.object({ secret: v.pipe(v.string(), v.maxLength(500)) }),
    refusals: ['unauthorized'],
    access: 'console',
  },
  session: { ...get, path: '/v1/session', about: 'Who is signed in.', answer: actorSchema },
  signOut: {
    ...del,
    ...empty,
    path: '/v1/session',
    about: 'Signs the console out.',
    access: 'console',
  },
  signInLink: {
    ...post,
    ...made,
    path: '/v1/session/links',
    about: 'A link that signs a browser in to the console as who asks: once, within ten minutes.',
    answer: v.object({ url: v.string() }),
  },
  whoami: { ...get, path: '/v1/whoami', about: 'Who is asking.', answer: actorSchema },

  putFile: {
    ...put,
    ...empty,
    path: '/v1/artifacts/:app/:build/files/*',
    about: 'Puts one file of a draft, which nobody can fetch until it is published.',
    params: v.object({ ...buildParams.entries, '*': artifactPathSchema }),
    body: v.instance(Uint8Array, 'must be bytes, as application/octet-stream'),
    bodyType: 'application/octet-stream',
    refusals: ['taken', 'unfit'],
  },
  publish: {
    ...post,
    path: '/v1/artifacts/:app/:build',
    about:
      'Turns a draft into an artifact, for all or for previews alone; 201 if it is new, 200 if it was published before.',
    params: buildParams,
    body: v.nullish(
      v.object({
        previewOnly: v.exactOptional(v.boolean()),
        said: v.exactOptional(originSchema),
      }),
    ),
    answer: v.object({ artifact: artifactSchema, published: v.boolean() }),
    success: [200, 201],
    refusals: ['unknown', 'taken', 'unfit'],
  },
  builds: {
    ...get,
    path: '/v1/builds',
    about: 'Published builds, newest first; of one app or of all.',
    query: v.object({ app: v.optional(appNameSchema) }),
    answer: v.array(buildSummarySchema),
  },
  build: {
    ...get,
    path: '/v1/builds/:app/:build',
    about: 'One published build, with the size of each file in bytes.',
    params: buildParams,
    answer: buildDetailSchema,
    refusals: ['unknown'],
  },
  file: {
    ...get,
    path: '/v1/builds/:app/:build/files/*',
    about: 'One file of a published build.',
    params: v.object({ ...buildParams.entries, '*': artifactPathSchema }),
    answer: v.instance(Uint8Array),
    answerType: 'application/octet-stream',
    refusals: ['unknown'],
  },

  settings: {
    ...get,
    path: '/v1/apps/:app/settings',
    about: 'Limits and approvals of an app; the ETag is their revision, for If-Match.',
    params: appParams,
    answer: appSettingsSchema,
  },
  changeSettings: {
    ...post,
    path: '/v1/apps/:app/settings',
    about: 'Sets limits and approvals of an app, if they are still at the revision of If-Match.',
    params: appParams,
    body: newSettingsSchema,
    answer: appSettingsSchema,
    refusals: ['moved', 'unguarded'],
    guarded: true,
  },

  errors: {
    ...get,
    path: '/v1/apps/:app/errors',
    about: 'Errors of an app in pages, in groups; for its publishers and managers.',
    params: appParams,
    query: v.object({ build: v.optional(buildIdSchema) }),
    answer: v.array(errorGroupSchema),
    refusals: ['forbidden'],
  },

  channels: {
    ...get,
    path: '/v1/channels',
    about: 'Names of all channels that have a revision.',
    answer: v.array(channelNameSchema),
  },
  board: {
    ...get,
    path: '/v1/channels/:channel',
    about: 'A channel as it is now; the ETag is its revision, for If-Match.',
    params: channelParams,
    answer: boardSchema,
  },
  change: {
    ...post,
    ...made,
    path: '/v1/channels/:channel/revisions',
    about: 'Appends a revision, if the channel is still at the revision of If-Match.',
    params: channelParams,
    body: changeSchema,
    answer: revisionSchema,
    refusals: ['unknown', 'moved', 'unfit', 'locked', 'unguarded'],
    guarded: true,
  },
  preview: {
    ...post,
    path: '/v1/channels/:channel/preview',
    about: 'The revision that a change would append; nothing is changed.',
    params: channelParams,
    body: changeSchema,
    answer: revisionSchema,
    refusals: ['unknown', 'moved', 'unfit', 'locked'],
  },
  canShip: {
    ...post,
    path: '/v1/channels/:channel/can-ship',
    about: 'Whether builds fit what is live, published or not; nothing is changed.',
    params: channelParams,
    body: shipQuestionSchema,
    answer: shipAnswerSchema,
  },
  history: {
    ...get,
    path: '/v1/channels/:channel/revisions',
    about: 'Revisions, newest first; of one app, those that moved it.',
    params: channelParams,
    query: v.object({ ...pageQuery.entries, app: v.optional(appNameSchema) }),
    answer: historyPageSchema,
  },
  revision: {
    ...get,
    path: '/v1/channels/:channel/revisions/:revision',
    about: 'One revision.',
    params: v.object({ ...channelParams.entries, revision: numberInAddress }),
    answer: revisionSchema,
    refusals: ['unknown'],
  },
  lock: {
    ...put,
    path: '/v1/channels/:channel/locks/:app',
    about: 'Locks an app in a channel.',
    params: lockParams,
    body: reasonBody,
    answer: lockSchema,
    refusals: ['unknown'],
  },
  unlock: {
    ...del,
    ...empty,
    path: '/v1/channels/:channel/locks/:app',
    about: 'Ends a lock.',
    params: lockParams,
    body: reasonBody,
    refusals: ['unknown'],
  },

  tokens: {
    ...get,
    path: '/v1/tokens',
    about: 'All tokens, without their secrets.',
    answer: v.array(tokenSchema),
    refusals: ['forbidden'],
  },
  createToken: {
    ...post,
    ...made,
    path: '/v1/tokens',
    about: 'Makes a token; its secret is in this answer and in no other.',
    body: newTokenSchema,
    answer: madeTokenSchema,
  },
  revokeToken: {
    ...del,
    path: '/v1/tokens/:id',
    about: 'Revokes a token, and ends the sessions that were opened with it.',
    params: idParams,
    answer: tokenSchema,
    refusals: ['unknown'],
  },

  trusts: {
    ...get,
    path: '/v1/trusts',
    about: 'Pipelines that are trusted to publish without a secret.',
    answer: v.array(trustSchema),
  },
  addTrust: {
    ...post,
    ...made,
    path: '/v1/trusts',
    about: 'Trusts runs of which an issuer signs these claims, for one app.',
    body: newTrustSchema,
    answer: addedTrustSchema,
    refusals: ['unfit'],
  },
  withdrawTrust: {
    ...del,
    path: '/v1/trusts/:id',
    about: 'Withdraws a trust, and ends the tokens that were exchanged by it.',
    params: idParams,
    answer: trustSchema,
    refusals: ['unknown'],
  },
  exchange: {
    ...post,
    ...made,
    path: '/v1/exchange',
    about: "Changes an ID token of a pipeline's run, once, for a token of 15 minutes.",
    body: exchangeSchema,
    answer: exchangedSchema,
    refusals: ['unauthorized', 'forbidden'],
    access: 'open',
  },

  openPreviewLink: {
    ...post,
    ...made,
    path: '/v1/preview-links',
    about: 'A link by which people see one build on the live site.',
    body: newPreviewLinkSchema,
    answer: openedPreviewLinkSchema,
    refusals: ['unknown'],
  },
  previewLinks: {
    ...get,
    path: '/v1/preview-links',
    about: 'Links of previews that are good now, without their secrets, newest first.',
    query: v.object({ app: v.optional(appNameSchema) }),
    answer: v.array(previewLinkSchema),
  },
  endPreviewLink: {
    ...del,
    path: '/v1/preview-links/:id',
    about: 'Ends the link of a preview, and the previews that it began.',
    params: idParams,
    answer: previewLinkSchema,
    refusals: ['unknown'],
  },
  previewTicket: {
    ...post,
    ...made,
    path: '/v1/previews',
    about: 'A ticket by which a browser sees a revision or builds on the site, once.',
    body: previewTargetSchema,
    answer: previewTicketSchema,
    refusals: ['unknown'],
  },
  audit: {
    ...get,
    path: '/v1/audit',
    about: 'Entries of the audit chain, newest first.',
    query: pageQuery,
    answer: v.array(auditEntrySchema),
  },
  verify: {
    ...get,
    path: '/v1/verify',
    about: 'Reads all that is kept and holds it against the audit chain.',
    answer: verificationSchema,
  },
  gc: {
    ...post,
    path: '/v1/gc',
    about: 'Deletes the files of builds that nothing can reach, or says which those are.',
    body: v.object({ dryRun: v.boolean() }),
    answer: collectionSchema,
  },
  events: {
    ...get,
    path: '/v1/events',
    about: 'Server-sent events: `changed` whenever the reader should read again.',
    answer: v.string(),
    answerType: 'text/event-stream',
  },

  health: {
    ...get,
    path: '/health',
    about: 'Whether the process lives.',
    answer: v.object({ status: v.literal('ok') }),
    access: 'open',
  },
  ready: {
    ...get,
    path: '/ready',
    about: 'Whether the server can serve now.',
    answer: v.object({ status: v.literal('ready') }),
    access: 'open',
  },
  openapi: {
    ...get,
    path: '/openapi.json',
    about: 'This document.',
    answer: v.looseObject({ openapi: v.string() }),
    access: 'open',
  },
} satisfies Record<string, Route>;
