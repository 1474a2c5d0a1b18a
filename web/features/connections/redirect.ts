export const redirectTo = (address: string) => window.location.assign(address)

/**
 * Opens an empty tab that navigates later, once the server has agreed.
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
