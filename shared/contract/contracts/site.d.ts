import * as v from 'valibot';
export declare const siteConfigurationSchema: v.ObjectSchema<{
    readonly productName: v.StringSchema<undefined>;
    readonly releaseKeys: v.OptionalSchema<v.ArraySchema<v.StringSchema<undefined>, undefined>, undefined>;
    readonly siteMode: v.PicklistSchema<["main", "sandbox"], undefined>;
    readonly keeper: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
    readonly traces: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
    readonly ledgerUrl: v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.UrlAction<string, undefined>]>;
    readonly ledgerToken: v.StringSchema<undefined>;
    readonly ledgerReplica: v.OptionalSchema<v.BooleanSchema<undefined>, undefined>;
    readonly outboxUrl: v.OptionalSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.UrlAction<string, undefined>]>, undefined>;
    readonly live: v.ObjectSchema<{
        readonly appId: v.StringSchema<undefined>;
        readonly apiKey: v.StringSchema<undefined>;
    }, undefined>;
    readonly identity: v.ObjectSchema<{
        readonly apiKey: v.StringSchema<undefined>;
        readonly authDomain: v.StringSchema<undefined>;
        readonly projectId: v.StringSchema<undefined>;
        readonly emulatorUrl: v.OptionalSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.UrlAction<string, undefined>]>, undefined>;
        readonly syncUrl: v.OptionalSchema<v.SchemaWithPipe<readonly [v.StringSchema<undefined>, v.UrlAction<string, undefined>]>, undefined>;
    }, undefined>;
}, undefined>;
export type SiteConfiguration = v.InferOutput<typeof siteConfigurationSchema>;
