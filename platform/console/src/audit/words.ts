/** What the page of the audit log says. */
export const words = {
  title: 'Audit',
  lead: 'Everything that was done to the registry. Each entry has its place in a log of hashes that the registry signs.',
  empty: 'Nothing was done yet.',
  actions: {
    publish: 'Published',
    change: 'Moved',
    lock: 'Locked',
    unlock: 'Unlocked',
    settings: 'Changed settings',
    'token-create': 'Created a token',
    'token-revoke': 'Revoked a token',
    gc: 'Deleted old builds',
    trust: 'Trusted a pipeline',
    distrust: 'Withdrew trust',
    'token-exchange': 'Signed in a pipeline',
    'preview-link': 'Opened a preview',
    'preview-end': 'Ended a preview',
    webhook: 'Set a webhook',
    'webhook-remove': 'Removed a webhook',
  },
} as const;
