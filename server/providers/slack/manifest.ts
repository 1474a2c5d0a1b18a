/** Chooses the transport by `publicUrl`, because Slack sends requests only to HTTPS. */
export const appAddressFor = (publicUrl: string): string =>
  createAppAddress(publicUrl, publicUrl.startsWith('https:') ? 'http' : 'socket')

/**
 * Returns the Slack page that creates the app with everything filled in (Slack's "Manifest", "Share a manifest").
 * @param publicUrl the URL that members open @param way how Slack sends interactions and messages to us
 */
export function createAppAddress(publicUrl: string, way: 'http' | 'socket'): string {
  const requests = way === 'http' ? `${publicUrl}/api/slack/requests` : undefined
  const manifest = {
    display_information: { name: 'Asakai', description: 'Daily reports' },
    features: {
      app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: true },
      bot_user: { display_name: 'Asakai', always_online: true },
      slash_commands: [
        { command: '/asakai', description: 'Daily report', should_escape: false, ...(requests && { url: requests }) },
      ],
    },
    oauth_config: { redirect_urls: [`${publicUrl}/api/auth/slack/callback`], scopes: { bot: allScopes } },
    settings: {
      event_subscriptions: {
        ...(requests && { request_url: requests }),
        bot_events: ['app_uninstalled', 'message.channels', 'message.groups', 'tokens_revoked'],
      },
      interactivity: { is_enabled: true, ...(requests && { request_url: requests }) },
      org_deploy_enabled: false,
      socket_mode_enabled: way === 'socket',
      token_rotation_enabled: false,
    },
  }
  const query = new URLSearchParams({ new_app: '1', manifest_json: JSON.stringify(manifest) })
  return `https://api.slack.com/apps?${String(query)}`
}

/** Required scopes. */
export const scopes = ['chat:write', 'users:read', 'users:read.email', 'im:write', 'channels:read']
/** Optional scopes, missing in older installations. Without them, a member must invite Asakai into its channel. */
export const optionalScopes = ['channels:join']
/** Optional scopes to receive requests from Slack. Without them, Asakai cannot be used within Slack. */
export const answering = ['commands', 'channels:history', 'groups:history']
const allScopes = [...scopes, ...optionalScopes, ...answering]
