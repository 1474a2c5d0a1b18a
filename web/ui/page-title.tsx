/** Names the page in the tab while it is shown. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} - Asakai`}</title>
