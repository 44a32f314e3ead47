import {
  appNameSchema,
  channelNameSchema,
  revisionNumberSchema,
} from '@tallystick/contract/release';
import * as v from 'valibot';
import { reasonSchema } from '../channel.ts';
import { nothing } from '../route.ts';

// What several routes have in common.

/** The number of a revision, or of an audit entry, as an address has it. */
export const numberInAddress = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,14}$/, 'must be a whole number of 1 or more'),
  v.transform(Number),
  revisionNumberSchema,
);

/** A page of a list that reads backwards: so many, before that number. */
export const pageQuery = v.object({
  before: v.optional(numberInAddress),
  limit: v.optional(v.pipe(numberInAddress, v.maxValue(200)), '50'),
});

export const channelParams = v.object({ channel: channelNameSchema });
export const appParams = v.object({ app: appNameSchema });
export const idParams = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) });
export const reasonBody = v.object({ reason: reasonSchema });

const call = {
  params: nothing,
  query: nothing,
  body: nothing,
  success: [200],
  refusals: [],
  access: 'token',
} as const;
export const get = { ...call, method: 'GET' } as const;
export const post = { ...call, method: 'POST' } as const;
export const put = { ...call, method: 'PUT' } as const;
export const del = { ...call, method: 'DELETE' } as const;
export const made = { success: [201] } as const;
export const empty = { success: [204], answer: v.null() } as const;
