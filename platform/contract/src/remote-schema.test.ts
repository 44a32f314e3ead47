import { toJsonSchema } from '@valibot/to-json-schema';
import { expect, it } from 'vitest';
import { remoteFileSchema } from './remote-file.ts';

// `vitest run -u` on this file writes the schema anew.
it('is what remote.schema.json says, for editors', async () => {
  const schema = {
    ...toJsonSchema(remoteFileSchema, { typeMode: 'input' }),
    title: 'remote.json: what a remote says of itself',
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../remote.schema.json');
});
