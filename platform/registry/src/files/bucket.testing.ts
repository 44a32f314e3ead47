import S3rver from 's3rver';
import { openStrictStore, type StrictStore } from './strict-store.testing.ts';

/** The credentials that it takes. */
export const credentials = {
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  region: 'us-east-1',
};

/** A real S3-compatible server with an empty bucket, `bucket`, whose files are in `folder`. */
export async function startBucket(folder: string): Promise<StrictStore> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'bucket' }],
  });
  const behind = `http://127.0.0.1:${(await server.run()).port}`;
  const strict = await openStrictStore(behind, credentials.secretAccessKey);
  return {
    ...strict,
    close: async () => {
      await strict.close();
      await server.close();
    },
  };
}
