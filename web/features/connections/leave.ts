export const leaveFor = (address: string) => window.location.assign(address)

/** An empty tab, to be led somewhere once it is known that it may; where the browser refuses one, this page goes itself. */
export function openTab() {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    go: (address: string) => (tab ? tab.location.assign(address) : leaveFor(address)),
    close: () => tab?.close(),
  }
}
