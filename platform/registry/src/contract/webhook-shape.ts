import * as v from 'valibot';

/** How a notice is written: as it is, or as a chat takes it that knows no other. */
export const webhookShapes = ['plain', 'slack', 'teams'] as const;
export const webhookShapeSchema = v.picklist(webhookShapes);
export type WebhookShape = v.InferOutput<typeof webhookShapeSchema>;
