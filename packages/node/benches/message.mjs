// A webhook request with a message, and the types with which it is read by hand.

export const MESSAGE = '7651e778-6231-11f0-9cd2-0242ac120002';
export const BODY = Buffer.from(
  '{"type":"NEW_MESSAGE","new_message":{"id":"7651e778-6231-11f0-9cd2-0242ac120002","conversation":{"id":' +
    '"b1946ac9-2492-4d23-a4d4-1b0c2f1d7e55","type":"POST","post_token":"gZd7omnS"},"sender":{"side":"BUYER",' +
    '"type":"HUMAN"},"type":"TEXT","sent_at":"2025-07-16T10:41:42.648410Z","text":"سلام، هنوز موجود است؟"},' +
    '"metadata":{"internal_id":"customer-42"}}',
);
export const KEY = 'bench-identification-key-0123456789';
export const HEADERS = { host: 'app.example', 'content-type': 'application/json', authorization: KEY };

/** The schema of the event for zod. */
export async function eventSchema() {
  const { z } = await import('zod');
  return z.object({
    type: z.string(),
    new_message: z
      .object({
        id: z.string(),
        conversation: z.object({ id: z.string(), type: z.string(), post_token: z.string().optional() }),
        sender: z.object({ type: z.string(), side: z.string().optional() }),
        type: z.string(),
        sent_at: z.iso.datetime().optional(),
        text: z.string().default(''),
      })
      .optional(),
    metadata: z.unknown(),
  });
}
