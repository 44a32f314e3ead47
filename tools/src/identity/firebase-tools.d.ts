// The two internal modules of firebase-tools that the identity emulator uses; the package has no types.
declare module 'firebase-tools/lib/emulator/auth/apiSpec.js' {
  const module: { default: { paths: Record<string, unknown> } };
  export default module;
}

declare module 'firebase-tools/lib/emulator/auth/server.js' {
  import type { RequestListener } from 'node:http';

  export function createApp(defaultProjectId: string): Promise<RequestListener>;
}
