import * as v from 'valibot';

/** What a client with tokens does to the admin API, in a process of its own. */
export const registryOrderSchema = v.object({
  adminUrl: v.string(),
  app: v.string(),
  /** `verify`: 20 calls of it at a time with each token. `large`: files and questions of megabytes with each. */
  ask: v.picklist(['verify', 'large']),
  secrets: v.array(v.string()),
  seconds: v.number(),
});
export type RegistryOrder = v.InferOutput<typeof registryOrderSchema>;

/** How often each status was answered; 0: no answer. */
export const registryReportSchema = v.record(v.string(), v.number());
export type RegistryReport = v.InferOutput<typeof registryReportSchema>;
