import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { SlackApp, SlackChannel, SlackChannelChoice, SlackDestination } from '#contract/slack.ts'
import { answering, answeringNothing, reauthenticationErrors } from '#server/http/responses/answering.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { chooseChannel, listSlackChannels, readApp, readDestination } from './operations.ts'

/** The problems of routes that call Slack. */
const problems = [
  'connection_refused',
  'admins_only',
  'provider_not_set_up',
  'not_connected',
  'provider_unavailable',
] as const

export const channelSettingsRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/slack/app',
    answering("Slack's page that makes this deployment's app, while it has none (administrators)", SlackApp, {
      problems: ['admins_only'],
    }),
    async (request) => readApp(services, request.scope),
  )

  app.get(
    '/slack/channel',
    answering("Where my team's reports go at Slack (administrators)", SlackDestination, { problems }),
    async (request) => readDestination(services, request.scope, languageFrom(request)),
  )

  app.get(
    '/slack/channels',
    answering("The public channels of my team's workspace (administrators)", z.array(SlackChannel), { problems }),
    async (request) => listSlackChannels(services, request.scope),
  )

  app.put(
    '/slack/channel',
    answeringNothing("Try a channel by a message, and choose it for my team's reports (administrators)", {
      body: SlackChannelChoice,
      byToken: 'never',
      problems: [...problems, ...reauthenticationErrors],
    }),
    async (request, reply) => noContent(reply, chooseChannel(services, request.scope, request.body)),
  )
}
