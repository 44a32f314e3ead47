import type { Admin } from './admin.ts';

const unexpected = () => Promise.reject(new Error('The test expects no such call.'));

/** An admin API that answers what a test says, and nothing else. */
export function adminWith(calls: Partial<Admin>): Admin {
  return {
    session: unexpected,
    signIn: unexpected,
    signOut: unexpected,
    channels: unexpected,
    board: unexpected,
    builds: unexpected,
    preview: unexpected,
    change: unexpected,
    history: unexpected,
    lock: unexpected,
    unlock: unexpected,
    settings: unexpected,
    webhook: unexpected,
    errors: unexpected,
    changeSettings: unexpected,
    openPreview: unexpected,
    tokens: unexpected,
    createToken: unexpected,
    revokeToken: unexpected,
    trusts: unexpected,
    withdrawTrust: unexpected,
    previewLinks: unexpected,
    endPreviewLink: unexpected,
    audit: unexpected,
    verify: unexpected,
    ...calls,
  };
}
