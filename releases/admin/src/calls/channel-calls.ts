import { reasonBodySchema } from '@tallystick/registry/contract/admin-api';
import { changeSchema } from '@tallystick/registry/contract/channel';
import type { Registry } from '@tallystick/registry/registry';
import { appNameSchema, channelNameSchema } from '@tallystick/shared/contracts/release';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { refusal } from '../answers.ts';
import { addCall, nothing } from '../call.ts';
import { numberInAddress, pageQuery } from './paging.ts';

const channelParams = v.object({ channel: channelNameSchema });
const revisionParams = v.object({ channel: channelNameSchema, revision: numberInAddress });
const lockParams = v.object({ channel: channelNameSchema, app: appNameSchema });

const etag = (revision: number) => `"${revision}"`;

/** What is live, what was, and how to change it. */
export function channelCalls(server: FastifyInstance, { registry }: { registry: Registry }): void {
  addCall(
    server,
    { method: 'GET', path: '/channels', params: nothing, query: nothing, body: nothing },
    async () => ({ ok: true, value: await registry.channels() }),
  );

  addCall(
    server,
    {
      method: 'GET',
      path: '/channels/:channel',
      params: channelParams,
      query: nothing,
      body: nothing,
    },
    async ({ params, reply }) => {
      const board = await registry.board(params.channel);
      reply.header('etag', etag(board.current?.revision ?? 0));
      return { ok: true, value: board };
    },
  );

  addCall(
    server,
    {
      method: 'POST',
      path: '/channels/:channel/revisions',
      params: channelParams,
      query: nothing,
      body: changeSchema,
      status: 201,
    },
    async ({ actor, params, body, request, reply }) => {
      const ifMatch = request.headers['if-match'];
      if (ifMatch === undefined) {
        const problem = 'If-Match is missing: the revision that this change was made for.';
        return refusal('unguarded', problem);
      }
      const expected = /^"(\d{1,15})"$/.exec(ifMatch)?.[1];
      if (expected === undefined) {
        return refusal('invalid', 'If-Match must be one revision, such as "12".');
      }
      const result = await registry.change(actor, params.channel, Number(expected), body);
      if (result.ok) reply.header('etag', etag(result.value.revision));
      return result;
    },
  );

  addCall(
    server,
    {
      method: 'POST',
      path: '/channels/:channel/preview',
      params: channelParams,
      query: nothing,
      body: changeSchema,
    },
    ({ actor, params, body }) => registry.preview(actor, params.channel, body),
  );

  addCall(
    server,
    {
      method: 'GET',
      path: '/channels/:channel/revisions',
      params: channelParams,
      query: v.object({ ...pageQuery.entries, app: v.optional(appNameSchema) }),
      body: nothing,
    },
    async ({ params, query: { before, limit, app } }) => ({
      ok: true,
      value: await registry.history(params.channel, {
        limit,
        ...(before !== undefined && { before }),
        ...(app !== undefined && { app }),
      }),
    }),
  );

  addCall(
    server,
    {
      method: 'GET',
      path: '/channels/:channel/revisions/:revision',
      params: revisionParams,
      query: nothing,
      body: nothing,
    },
    async ({ params }) => {
      const revision = await registry.at(params.channel, params.revision);
      return revision === null
        ? refusal('unknown', `${params.channel} has no revision ${params.revision}.`)
        : { ok: true, value: revision };
    },
  );

  addCall(
    server,
    {
      method: 'PUT',
      path: '/channels/:channel/locks/:app',
      params: lockParams,
      query: nothing,
      body: reasonBodySchema,
    },
    ({ actor, params, body }) => registry.lock(actor, params.channel, params.app, body.reason),
  );

  addCall(
    server,
    {
      method: 'DELETE',
      path: '/channels/:channel/locks/:app',
      params: lockParams,
      query: nothing,
      body: reasonBodySchema,
    },
    ({ actor, params, body }) => registry.unlock(actor, params.channel, params.app, body.reason),
  );
}
