/** Texts of the console about pipelines that are trusted. */
export const words = {
  title: 'Trusted pipelines',
  lead: 'Their runs publish without a secret: the issuer vouches for who they are.',
  empty: 'No pipeline is trusted to publish without a secret. Trust one: release trust --help.',
  may: {
    preview: 'opens previews',
    publish: 'publishes',
    promote: 'publishes and moves builds',
  },
  notHonoured: 'Not in use.',
  withdraw: 'Withdraw',
  withdrawOf: (app: string, claims: string) => `Withdraw trust for ${app}: ${claims}`,
  withdrawn: (app: string) => `Trust for ${app} is withdrawn.`,
  withdrawMeans: 'Its runs are refused from now on, including those under way.',
};
