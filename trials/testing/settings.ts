import { type startSlack, slackClient } from '#server/testing/slack.ts'

/** Returns the settings for the server of a trial. @param port the port of PostgreSQL */
export const settingsOn = ({ port }: { port: number }) => ({
  DATABASE_URL: `postgres://asakai@127.0.0.1:${port}/asakai`,
  SECRET_KEY: 'a key of the trial, of more than thirty-two bytes',
  HOST: '127.0.0.1',
})

export const slackSettings = ({ apiUrl }: Pick<Awaited<ReturnType<typeof startSlack>>, 'apiUrl'>) => ({
  SLACK_CLIENT_ID: slackClient.clientId,
  SLACK_CLIENT_SECRET: slackClient.clientSecret,
  SLACK_API_URL: apiUrl,
})
