export const redirectTo = (address: string) => window.location.assign(address)

/**
 * Opens an empty tab at once. Its `go` loads the URL later, after the server has answered.
 * If the browser blocks the tab, this page navigates instead.
 */
export function openTab() {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    go: (address: string) => (tab ? tab.location.assign(address) : redirectTo(address)),
    close: () => tab?.close(),
  }
}
