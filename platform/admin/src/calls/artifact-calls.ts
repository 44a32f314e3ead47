import { largestFile } from '@tallystick/registry/contract/bounds';
import { refusal } from '@tallystick/registry/contract/problem';
import { routes } from '@tallystick/registry/contract/routes';
import type { FastifyInstance } from 'fastify';
import { addCall, good } from '../call.ts';
import type { Context } from '../context.ts';

/** Publishing: the files of a draft, one by one, then the draft as a whole. */
export function artifactCalls(server: FastifyInstance, { registry }: Context): void {
  server.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: largestFile },
      (_request, body, done) => done(null, body),
    );
    addCall(files, routes.putFile, ({ actor, params, body }) =>
      registry.putFile(actor, params.app, params.build, params['*'], body),
    );
  });

  addCall(server, routes.publish, async ({ actor, params, body, reply }) => {
    const result = await registry.publish(actor, params.app, params.build, body ?? {});
    if (result.ok && result.value.published) reply.code(201);
    return result;
  });

  addCall(server, routes.builds, ({ query }) => good(registry.builds(query.app)));

  addCall(server, routes.build, async ({ params: { app, build } }) => {
    const [record, summaries] = await Promise.all([
      registry.build(app, build),
      registry.builds(app),
    ]);
    const summary = summaries.find((one) => one.build === build);
    if (record === null || summary === undefined) {
      return refusal('unknown', `There is no build ${app} ${build}.`);
    }
    return { ok: true, value: { ...summary, artifact: record.artifact, sizes: record.sizes } };
  });

  addCall(server, routes.file, async ({ params, reply }) => {
    const { app, build, '*': path } = params;
    const record = await registry.build(app, build);
    const isOwn = record !== null && Object.hasOwn(record.artifact.files, path);
    const bytes = isOwn ? await registry.files.read(app, build, path) : null;
    if (bytes === null) return refusal('unknown', `${app} ${build} has no file ${path}.`);
    reply.type('application/octet-stream');
    return { ok: true, value: Buffer.from(bytes) };
  });
}
