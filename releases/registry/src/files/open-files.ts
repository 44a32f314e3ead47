import type { Environment } from '@tallystick/shared/environment';
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
export function openFiles({
  DATA_DIR,
  ARTIFACTS_URL,
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
  AWS_SESSION_TOKEN,
}: FilesPlace): { ok: true; files: FileStores } | { ok: false; problem: string } {
  if (ARTIFACTS_URL === undefined) return { ok: true, files: filesOnDisk(DATA_DIR) };
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined) {
    const problem = 'ARTIFACTS_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
    return { ok: false, problem };
  }
  const { hostname, pathname, searchParams } = new URL(ARTIFACTS_URL);
  const folder = pathname.split('/').filter(Boolean).join('/');
  const files = filesInBucket({
    bucket: `${searchParams.get('endpoint')}/${hostname}`,
    folder,
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN !== undefined && { sessionToken: AWS_SESSION_TOKEN }),
  });
  return { ok: true, files };
}
