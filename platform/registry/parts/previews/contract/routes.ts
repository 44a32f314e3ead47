import { appNameSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { previewTargetSchema, previewTicketSchema } from '../../../src/contract/admin-api.ts';
import { previewLinkSchema } from '../../../src/contract/preview-selection.ts';
import type { Route } from '../../../src/contract/route.ts';
import { del, get, idParams, made, post } from '../../../src/contract/routes/parts.ts';
import {
  newPreviewLinkSchema,
  openedPreviewLinkSchema,
  openPreviewSchema,
} from './preview-links.ts';

/** Seeing builds on the site before anybody else. */
export const previewRoutes = {
  openPreviewLink: {
    ...post,
    ...made,
    path: '/v1/preview-links',
    about: 'A link by which people see a build on the live site, or several together.',
    body: newPreviewLinkSchema,
    answer: openedPreviewLinkSchema,
    refusals: ['unknown'],
  },
  previewLinks: {
    ...get,
    path: '/v1/preview-links',
    about:
      'Links of previews that are good now, without their secrets, newest first, and how many browsers use each; and what managers look at by their tickets.',
    query: v.object({ app: v.optional(appNameSchema) }),
    answer: v.array(openPreviewSchema),
  },
  endPreviewLink: {
    ...del,
    path: '/v1/preview-links/:id',
    about:
      'Ends the link of a preview, and the previews that it began; or what a manager looks at.',
    params: idParams,
    answer: previewLinkSchema,
    refusals: ['unknown'],
  },
  previewTicket: {
    ...post,
    ...made,
    changesNothing: true,
    path: '/v1/previews',
    about: 'A ticket by which a browser sees a revision or builds on the site, once.',
    body: previewTargetSchema,
    answer: previewTicketSchema,
    refusals: ['unknown'],
  },
} satisfies Record<string, Route>;
