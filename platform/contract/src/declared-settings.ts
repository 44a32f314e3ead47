import * as v from 'valibot';

/** Everybody reads what is declared and what is set: never a secret. */
const description = v.optional(v.pipe(v.string(), v.maxLength(300)));
const textSchema = v.pipe(v.string(), v.maxLength(500));

/** The name of a setting, as code reads it. */
export const settingNameSchema = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z0-9]{0,39}$/));

/** A setting or flag that a remote declares: a small part of JSON Schema. The default holds where nothing is set. */
export const declaredSettingSchema = v.variant('type', [
  v.object({ type: v.literal('boolean'), default: v.boolean(), description }),
  v.object({
    type: v.picklist(['number', 'integer']),
    default: v.number(),
    minimum: v.optional(v.number()),
    maximum: v.optional(v.number()),
    description,
  }),
  v.object({
    type: v.literal('string'),
    default: textSchema,
    enum: v.optional(v.array(textSchema)),
    maxLength: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    description,
  }),
]);
export type DeclaredSetting = v.InferOutput<typeof declaredSettingSchema>;

/** What a remote declares, by name. */
export const declaredSettingsSchema = v.record(settingNameSchema, declaredSettingSchema);
export type DeclaredSettings = v.InferOutput<typeof declaredSettingsSchema>;
