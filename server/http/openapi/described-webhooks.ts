import { webhookMessages } from '#contract/webhooks.ts'

/** Returns a reference to a named schema. Unreferenced schemas are removed afterwards. */
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
})
const headers = [
  header('webhook-id', 'The same on each attempt of one message.', { type: 'string', format: 'uuid' }),
  header('webhook-timestamp', 'Of the attempt, in seconds since 1970.', { type: 'integer' }),
  header('webhook-signature', '`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64.', { type: 'string' }),
]

/** Turns `report.submitted` into `ReportSubmitted`. */
const nameOf = (type: string) => type.replaceAll(/(?:^|\.)(\w)/gu, (_, first: string) => first.toUpperCase())

/** The payloads of webhooks (OpenAPI 3.1), one operation for each type. */
export const describedWebhooks = Object.fromEntries(
  Object.keys(webhookMessages).map((type) => [
    type,
    {
      post: {
        operationId: `hear${nameOf(type)}`,
        summary: `Sent to webhooks (Standard Webhooks): ${type}`,
        tags: ['webhooks'],
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema: reference(nameOf(type)) } } },
        responses: {
          '2XX': { description: 'The delivery arrived' },
          '410': { description: 'Gone: Asakai sends nothing more to this address' },
          '4XX': { description: 'The delivery is retried later' },
          '5XX': { description: 'The delivery is retried later' },
        },
      },
    },
  ]),
)
