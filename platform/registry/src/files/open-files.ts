import { type Result, refused } from '@tallystick/contract/result';
import type { Environment } from '@tallystick/settings/environment';
import { filesOnDisk } from './disk.ts';
import type { FileStores } from './file-store.ts';
import { filesInBucket } from './s3.ts';

/** What says where files are kept. */
export type FilesPlace = Pick<Environment, 'DATA_DIR'> &
  Partial<
    Pick<
      Environment,
      'ARTIFACTS_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN'
    >
  >;

/** Opens the files of artifacts: in the bucket of ARTIFACTS_URL, or else below DATA_DIR. */
export function openFiles(place: FilesPlace): Result<FileStores> {
  const { DATA_DIR, ARTIFACTS_URL, AWS_ACCESS_KEY_ID: accessKeyId } = place;
  const { AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = place;
  if (ARTIFACTS_URL === undefined) return { ok: true, value: filesOnDisk(DATA_DIR) };
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    return refused('ARTIFACTS_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  }
  const { hostname, pathname, searchParams } = new URL(ARTIFACTS_URL);
  const folder = pathname.split('/').filter(Boolean).join('/');
  const files = filesInBucket({
    bucket: `${searchParams.get('endpoint')}/${hostname}`,
    folder,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
  });
  return { ok: true, value: files };
}
