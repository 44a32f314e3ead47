import { declaredRouteSchema } from '@tallystick/contract/remote';
import { remoteFileSchema } from '@tallystick/contract/remote-file';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { subjects } from './subjects.ts';

const withSubjects = v.object({
  ...remoteFileSchema.entries,
  routes: v.array(
    v.object({
      ...declaredRouteSchema.entries,
      about: v.optional(v.picklist(Object.keys(subjects))),
    }),
  ),
});

// `vitest run -u` on this file writes the schema anew.
it('is what remote.schema.json says, for editors, with the subjects of this site', async () => {
  const schema = {
    ...toJsonSchema(withSubjects, { typeMode: 'input' }),
    title: 'remote.json: what a remote says of itself',
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    '../../remote.schema.json',
  );
});
