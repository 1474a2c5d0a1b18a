import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { SlackAssigned, SlackAssignment, SlackLinked, SlackUserList } from '#contract/slack.ts'
import { answering } from '#server/http/responses/answering.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import type { Services } from '#server/services.ts'
import { assign, linkEverybody, listSlackUsers } from './operations.ts'

export const slackPeopleRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/slack/users',
    answering("Everybody in my team's Slack workspace", SlackUserList, {
      problems: ['connection_refused', 'provider_not_set_up', 'not_connected', 'provider_unavailable'],
    }),
    async (request) => listSlackUsers(services, request.scope),
  )

  app.post(
    '/slack/links',
    answering('Link each member with the person in Slack who has the same verified email', SlackLinked, {
      byToken: 'never',
      problems: ['connection_refused', 'provider_not_set_up', 'not_connected', 'provider_unavailable'],
    }),
    async (request) => linkEverybody(services, request.scope),
  )

  app.post(
    '/slack/assign',
    answering('Link a person in Slack with a member, or invite them by a Slack message', SlackAssigned, {
      body: SlackAssignment,
      byToken: 'never',
      problems: [
        'connection_refused',
        'provider_not_set_up',
        'not_connected',
        'already_invited',
        'admins_only',
        'member_inactive',
        'provider_unavailable',
      ],
    }),
    async (request) => assign(services, request.scope, request.body, languageFrom(request)),
  )
}
