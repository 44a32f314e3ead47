import { type BuildDetail, largestFile } from '@tallystick/registry/contract/admin-api';
import { artifactPathSchema } from '@tallystick/registry/contract/artifact-path';
import type { Registry } from '@tallystick/registry/registry';
import { appNameSchema, buildIdSchema } from '@tallystick/shared/contracts/release';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { refusal } from '../answers.ts';
import { addCall, nothing } from '../call.ts';

const buildParams = v.object({ app: appNameSchema, build: buildIdSchema });
const fileParams = v.object({ ...buildParams.entries, '*': artifactPathSchema });
const bytes = v.instance(Uint8Array, 'must be bytes, as application/octet-stream');

/** Publishing: the files of a draft, one by one, then the draft as a whole. */
export function artifactCalls(server: FastifyInstance, { registry }: { registry: Registry }): void {
  server.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: largestFile },
      (_request, body, done) => done(null, body),
    );
    addCall(
      files,
      {
        method: 'PUT',
        path: '/artifacts/:app/:build/files/*',
        params: fileParams,
        query: nothing,
        body: bytes,
      },
      ({ actor, params, body }) =>
        registry.putFile(actor, params.app, params.build, params['*'], body),
    );
  });

  addCall(
    server,
    {
      method: 'POST',
      path: '/artifacts/:app/:build',
      params: buildParams,
      query: nothing,
      body: nothing,
    },
    async ({ actor, params, reply }) => {
      const result = await registry.publish(actor, params.app, params.build);
      if (result.ok && result.value.published) reply.code(201);
      return result;
    },
  );

  addCall(
    server,
    {
      method: 'GET',
      path: '/builds',
      params: nothing,
      query: v.object({ app: v.optional(appNameSchema) }),
      body: nothing,
    },
    async ({ query }) => ({ ok: true, value: await registry.builds(query.app) }),
  );

  addCall(
    server,
    {
      method: 'GET',
      path: '/builds/:app/:build',
      params: buildParams,
      query: nothing,
      body: nothing,
    },
    async ({ params: { app, build } }) => {
      const [record, summaries] = await Promise.all([
        registry.build(app, build),
        registry.builds(app),
      ]);
      const summary = summaries.find((one) => one.build === build);
      if (record === null || summary === undefined) {
        return refusal('unknown', `${app} ${build} was never published.`);
      }
      const value: BuildDetail = { ...summary, artifact: record.artifact, sizes: record.sizes };
      return { ok: true, value };
    },
  );
}
